import type { Database } from "../database.ts";
import { writeSetting } from "../settings.ts";
import { expire } from "./expire.ts";

/** What keeps a database well, and tells how it does. */
export class SqlUpkeep {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Proves that the database takes writes, by one. Errors: unavailable. */
  async probe(): Promise<void> {
    const value = new Date().toISOString();
    await this.#db.writer.write((tx) => writeSetting(tx, "probe", value));
  }

  /** Forgets what has had its time. For a periodic job; each slice is a write of its own. */
  expire(nowMs: number): Promise<void> {
    return expire(this.#db, nowMs);
  }

  /** How many writes wait for their commit. */
  writesWaiting(): number {
    return this.#db.writer.depth();
  }

  /** Changes above the flushed seqs, over all accounts. A memory that changed twice counts twice. */
  async tailChanges(): Promise<number> {
    const row = await this.#db.read
      .selectFrom("account")
      .select((e) => e.fn.sum<number | null>(e("seq", "-", e.ref("flushed_seq"))).as("changes"))
      .executeTakeFirstOrThrow();
    return Number(row.changes ?? 0);
  }
}
