import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { FlushLease, FlushStore, TailBounds } from "../../memory/search/base/flush-store.ts";
import type { IndexChange, IndexStore } from "../../memory/search/index-store.ts";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { encodeTerms } from "../memory/terms-codec.ts";
import { excluded } from "../on-conflict.ts";
import { WorkSearch } from "../work-search.ts";
import type { Pause } from "../writer.ts";
import { grantLease, reopenErasures, setLease } from "./flush-lease.ts";
import { applyLexicon, deleteLexicon, mergeSessions } from "./lexicon-tables.ts";
import { LexiconDelta } from "./lexicon.ts";

type Flush = { flushedSeq: number; baseVersion: number; changes: IndexChange[] };

const rowsPerStatement = 100;
const idsPerStatement = 500;
/** Each has some hundred terms to count. */
const changesPerTurn = 50;

export class SqlFlushStore implements FlushStore {
  readonly #db: Database;
  readonly #index: Pick<IndexStore, "changes">;
  readonly #now: () => number;
  readonly #due: WorkSearch;

  constructor(db: Database, index: Pick<IndexStore, "changes">, now: () => number = Date.now) {
    this.#db = db;
    this.#index = index;
    this.#now = now;
    this.#due = new WorkSearch(db);
  }

  async due(bounds: TailBounds, limit: number): Promise<string[]> {
    const found = await this.#due.find(JSON.stringify(bounds), async () => {
      const due = await this.#findDue(bounds, limit);
      return due.length > 0 ? due : undefined;
    });
    return found ?? [];
  }

  async #findDue({ first, later }: TailBounds, limit: number): Promise<string[]> {
    const bound = sql<number>`case when flushed_seq = 0 then ${first} else ${later} end`;
    const found = await this.#db.read
      .selectFrom("account")
      .select("id")
      // A row that changed twice has one seq only, so this is only an upper bound; the second condition counts.
      .where((e) => e(e("seq", "-", e.ref("flushed_seq")), ">=", bound))
      .where((e) => {
        const tail = e
          .selectFrom("memory")
          // Read from the index alone: reading each row for its id took several times as long.
          .select(sql.lit(1).as("one"))
          .whereRef("memory.account_id", "=", "account.id")
          .whereRef("memory.seq", ">", "account.flushed_seq")
          .limit(Math.max(first, later))
          .as("tail");
        return e(
          e.selectFrom(tail).select(({ fn }) => fn.countAll<number>().as("rows")),
          ">=",
          bound,
        );
      })
      .orderBy(sql`seq - flushed_seq`, "desc")
      .limit(limit)
      .execute();
    return found.map((row) => row.id);
  }

  async acquire(account: string, ttlMs: number): Promise<FlushLease | undefined> {
    return this.#db.writer.write((tx) => grantLease(tx, account, this.#now(), ttlMs));
  }

  async renew(lease: FlushLease, ttlMs: number): Promise<boolean> {
    return this.#db.writer.write((tx) => setLease(tx, lease, this.#now() + ttlMs));
  }

  changes(account: string, after: number, limit: number): Promise<IndexChange[]> {
    return this.#index.changes(account, after, limit);
  }

  async publish(lease: FlushLease, flush: Flush): Promise<boolean> {
    // A row that changed while pages were read comes twice, but the base and the lexicon hold it once.
    const changes = [...new Map(flush.changes.map((change) => [change.id, change])).values()];
    const delta = await sumUp(changes);
    // Nobody but the lease's holder changes the lexicon: what is read here still holds if the comparison below does.
    const sessions = await mergeSessions(this.#db.read, lease.account, delta, turn);
    return this.#db.writer.exclusive(async (tx, pause) => {
      const published = await tx
        .updateTable("account")
        .set({ flushed_seq: flush.flushedSeq, base_version: flush.baseVersion })
        .where("id", "=", lease.account)
        .where("flush_token", "=", lease.token)
        .where("flushed_seq", "=", lease.flushedSeq)
        .executeTakeFirst();
      if (Number(published.numUpdatedRows) === 0) return false;
      await applyFlushed(tx, lease.account, changes, pause);
      await applyLexicon(tx, lease.account, delta, sessions, pause);
      return true;
    });
  }

  async release(lease: FlushLease): Promise<void> {
    await this.#db.writer.write((tx) => setLease(tx, lease, 0));
  }

  async recall(lease: FlushLease): Promise<void> {
    await this.#db.writer.write((tx) => reopenErasures(tx, lease));
  }

  async unknown(account: string, ids: string[]): Promise<string[]> {
    const unknown = new Set(ids);
    for (const part of chunks(ids, idsPerStatement)) {
      const known = await this.#db.read
        .selectFrom("memory")
        .select("id")
        .where("account_id", "=", account)
        .where("id", "in", part)
        .where("deleted", "=", 0)
        .execute();
      for (const { id } of known) unknown.delete(id);
      await turn();
    }
    return [...unknown];
  }

  /** Whoever holds the lease keeps it, so that two never write one table, but cannot publish what was begun before. */
  async reset(account: string): Promise<void> {
    await this.#db.writer.exclusive((tx, pause) => forgetBase(tx, account, pause));
  }
}

/** As if the account had never been flushed; what somebody is flushing now comes to nothing. */
export async function resetFlush(tx: Tx, account: string, pause: Pause): Promise<void> {
  await tx
    .updateTable("account")
    .set((e) => ({ flush_token: e("flush_token", "+", 1) }))
    .where("id", "=", account)
    .execute();
  await forgetBase(tx, account, pause);
}

async function forgetBase(tx: Tx, account: string, pause: Pause): Promise<void> {
  await tx.updateTable("account").set({ flushed_seq: 0, base_version: 0 }).where("id", "=", account).execute();
  await deleteLexicon(tx, account, pause);
}

async function sumUp(changes: IndexChange[]): Promise<LexiconDelta> {
  const delta = new LexiconDelta();
  for (const part of chunks(changes, changesPerTurn)) {
    for (const change of part) {
      if (change.indexed) delta.takeOut(change.indexed);
      if (change.memory) delta.put(change.memory);
    }
    await turn();
  }
  return delta;
}

async function applyFlushed(tx: Tx, account: string, changes: IndexChange[], pause: Pause): Promise<void> {
  for (const part of chunks(changes, rowsPerStatement)) {
    const rows = part.flatMap(({ id, memory }) => {
      if (!memory) return [];
      const { user: user_id, sessionId: session_id, terms } = memory;
      return { account_id: account, id, user_id, session_id, terms: encodeTerms(terms) };
    });
    if (rows.length > 0) {
      await tx
        .insertInto("flushed")
        .values(rows)
        .onConflict((c) =>
          c.columns(["account_id", "id"]).doUpdateSet(excluded<"flushed">("user_id", "session_id", "terms")),
        )
        .execute();
    }
    const gone = part.flatMap(({ id, memory }) => (memory ? [] : id));
    if (gone.length > 0) {
      await tx.deleteFrom("flushed").where("account_id", "=", account).where("id", "in", gone).execute();
    }
    await pause();
  }
}
