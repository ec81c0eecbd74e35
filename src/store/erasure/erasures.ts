import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError } from "../../error.ts";
import type { Erasure, ErasureStore, ErasureTarget, OpenErasure } from "../../memory/entity/erasure.ts";
import type { Once } from "../../memory/once.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import { writeOnce } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { hasCome } from "../has-come.ts";
import { purgeAccount } from "./erase-account.ts";
import { hasEndedKeys } from "./erase-keys.ts";
import { hasOutcomes } from "./erase-outcomes.ts";
import { eraseReceipts, hasReceipts, lateReceiptsOf } from "./erase-receipts.ts";
import { erasureOf, hashedName } from "./erasure-row.ts";
import { hide } from "./hide.ts";
import { erasureUnderWay, recordErasure, type Known } from "./record-erasure.ts";

/** No erasure waits so long to be purged. */
const longestDelayMs = 60_000;
/** Most of those who read or write the pages that are to be cleared are done in a moment. */
const purgeMs = 2_000;
const firstPauseMs = 10;

export class SqlErasureStore implements ErasureStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined> {
    // One under way may have passed what was written since: it is brought to its end, and a new one takes the rest.
    const before = await erasureUnderWay(this.#db.read, scope, target);
    if (before !== undefined) await hide(this.#db, scope.account, before);
    const options = { seqs: 0, ofErased: target.kind === "account" };
    const record = (known: Known) =>
      writeOnce(this.#db, scope, once, options, (tx) => recordErasure(tx, scope, target, known));
    let id = await record({ found: false });
    if (id === undefined) {
      const found = target.kind === "user" && (await this.#hasTraces(scope));
      if (found || before !== undefined) id = await record({ found, before });
    }
    if (id === undefined) return undefined;
    const { doneAtMs: _, ...erasure } = erasureOf(await hide(this.#db, scope.account, id));
    return erasure;
  }

  /** A user may have nothing but receipts, outcomes or keys. They are looked for outside of any write: others may have many. */
  async #hasTraces(scope: Scope): Promise<boolean> {
    const { read } = this.#db;
    if (await hasReceipts(read, scope.account, scope.user)) return true;
    return (await hasOutcomes(read, scope)) || (await hasEndedKeys(read, scope));
  }

  async get(scope: Scope, id: string): Promise<Erasure | undefined> {
    const row = await this.#db.read
      .selectFrom("erasure")
      .selectAll()
      .where("account_id", "=", scope.account)
      .$if(scope.user !== systemUser, (query) => query.where("user_id", "in", [scope.user, hashedName(scope)]))
      .where("id", "=", id)
      .executeTakeFirst();
    return row && erasureOf(row);
  }

  /** Of any account: for whoever may read the folder. */
  async byId(id: string): Promise<Erasure | undefined> {
    const row = await this.#db.read.selectFrom("erasure").selectAll().where("id", "=", id).executeTakeFirst();
    return row && erasureOf(row);
  }

  async openAccounts(after: string, limit: number): Promise<string[]> {
    const rows = await this.#db.read
      .selectFrom("erasure")
      .select("account_id")
      .distinct()
      .where("done_at", "is", null)
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(limit)
      .execute();
    return rows.map((row) => row.account_id);
  }

  async pending(account: string, untilMs: number, limit: number): Promise<OpenErasure[]> {
    const rows = await this.#db.read
      .selectFrom("erasure")
      .select(["id", "kind", "hidden_at"])
      .where("done_at", "is", null)
      .where("account_id", "=", account)
      .where(hasCome(sql`coalesce(hidden_at, created_at)`, sql.val(untilMs), longestDelayMs))
      .orderBy("created_at")
      .limit(limit)
      .execute();
    return rows.map(({ id, kind, hidden_at }) => {
      return { id, account, wholeAccount: kind === "account", hiddenAtMs: hidden_at ?? undefined };
    });
  }

  async hide(job: OpenErasure): Promise<void> {
    await hide(this.#db, job.account, job.id);
  }

  async sweep(account: string, jobs: OpenErasure[]): Promise<void> {
    if (jobs.length === 0) return;
    if (jobs.some((job) => job.wholeAccount)) return purgeAccount(this.#db, account);
    const ids = jobs.map((job) => job.id);
    const rows = await this.#db.read
      .selectFrom("erasure")
      .selectAll()
      .where("account_id", "=", account)
      .where("id", "in", ids)
      .execute();
    for await (const slice of lateReceiptsOf(this.#db.read, rows)) {
      await this.#db.writer.exclusive((tx, pause) => eraseReceipts(tx, account, slice, pause));
    }
  }

  async finish(jobs: OpenErasure[]): Promise<void> {
    if (!(await this.#purge())) throw new AppError("unavailable", "erased rows are still being read; try again");
    for (const [account, own] of Map.groupBy(jobs, (job) => job.account)) {
      await this.#db.writer.write(async (tx) => {
        const ids = await purgedOf(tx, account, own);
        if (ids.length === 0) return;
        const update = tx.updateTable("erasure").set({ done_at: Date.now() });
        await update.where("account_id", "=", account).where("id", "in", ids).execute();
      });
    }
  }

  /** False if somebody was reading or writing at every try. */
  async #purge(): Promise<boolean> {
    const untilMs = performance.now() + purgeMs;
    for (let pauseMs = firstPauseMs; !(await this.#db.purge()); pauseMs *= 2) {
      if (performance.now() + pauseMs > untilMs) return false;
      await sleep(pauseMs * (0.5 + Math.random()));
    }
    return true;
  }
}

/** Those that nobody has recalled since they were read. */
async function purgedOf(tx: Tx, account: string, jobs: readonly OpenErasure[]): Promise<string[]> {
  const hiddenAt = new Map(jobs.map((job) => [job.id, job.hiddenAtMs]));
  const rows = await tx
    .selectFrom("erasure")
    .select(["id", "hidden_at"])
    .where("account_id", "=", account)
    .where("id", "in", [...hiddenAt.keys()])
    .execute();
  return rows.flatMap(({ id, hidden_at }) => (hidden_at === hiddenAt.get(id) ? [id] : []));
}
