import { AppError, notFound } from "../../error.ts";
import type { Erasure, ErasureCounts, ErasureStore, ErasureTarget } from "../../memory/erasure.ts";
import { newId } from "../../memory/ids.ts";
import type { Once } from "../../memory/once.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Database, Tx } from "../database.ts";
import { endAccount, purgeAccount } from "./erase-account.ts";
import { eraseMemories, liveIds } from "./erase-memories.ts";
import { eraseReceipts, receiptsWith, redactLateReceipts } from "./erase-receipts.ts";
import { answerOnce } from "../account/idempotency.ts";
import { takeSeqs } from "../memory/memory-row.ts";
import { readersOf } from "../memory/retrievals.ts";
import type { ErasureRow } from "../schema.ts";

type Pause = () => Promise<void>;

export class SqlErasureStore implements ErasureStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined> {
    // Receipts are searched before the transaction, for there may be many; `finish` sees to those that come later.
    const receipts = await receiptsWith(this.#db.read, scope, await this.#named(scope, target));
    return this.#db.writer.exclusive(async (tx, pause) => {
      await takeSeqs(tx, scope.account, 0);
      return answerOnce(tx, scope, once, () => erase(tx, scope, target, receipts, pause));
    });
  }

  async get(scope: Scope, id: string): Promise<Erasure | undefined> {
    const row = await this.#db.read
      .selectFrom("erasure")
      .selectAll()
      .where("account_id", "=", scope.account)
      .where(readersOf(scope))
      .where("id", "=", id)
      .executeTakeFirst();
    return row && erasureOf(row);
  }

  async pending(limit: number): Promise<{ id: string; account: string; wholeAccount: boolean }[]> {
    const rows = await this.#db.read
      .selectFrom("erasure")
      .select(["id", "account_id", "kind"])
      .where("done_at", "is", null)
      .orderBy("created_at")
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, account: row.account_id, wholeAccount: row.kind === "account" }));
  }

  async finish(id: string): Promise<void> {
    const row = await this.#db.read.selectFrom("erasure").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) throw notFound("erasure", id);
    if (row.done_at !== null) return;
    if (row.kind === "account") {
      await this.#db.writer.exclusive((tx, pause) => purgeAccount(tx, row.account_id, pause));
    } else {
      await redactLateReceipts(this.#db, row);
    }
    if (!(await this.#db.purge())) throw new AppError("unavailable", "erased rows are still being read; try again");
    await this.#db.writer.write((tx) =>
      tx
        .updateTable("erasure")
        .set({ done_at: Date.now() })
        .where("account_id", "=", row.account_id)
        .where("id", "=", id)
        .execute(),
    );
  }

  /** The memories of a target of which receipts are to be searched; of a user's and an account's all receipts go. */
  async #named(scope: Scope, target: ErasureTarget): Promise<Set<string>> {
    if (target.kind === "user" || target.kind === "account") return new Set();
    return new Set(await liveIds(this.#db.read, scope, target));
  }
}

async function erase(
  tx: Tx,
  scope: Scope,
  target: ErasureTarget,
  receipts: string[],
  pause: Pause,
): Promise<Erasure | undefined> {
  const memories = await eraseMemories(tx, scope, target, pause);
  const retrievals = await eraseReceipts(tx, scope, target, receipts, memories.erased, pause);
  const { messages, patterns, sessions } = memories;
  const counts: ErasureCounts = { messages, patterns, sessions, retrievals };
  const ended = target.kind === "account" && (await endAccount(tx, scope.account));
  if (!ended && messages + patterns + sessions + retrievals === 0) return undefined;
  const row: ErasureRow = {
    account_id: scope.account,
    id: newId("era_"),
    user_id: scope.user,
    kind: target.kind,
    counts: JSON.stringify(counts),
    created_at: Date.now(),
    done_at: null,
  };
  await tx.insertInto("erasure").values(row).execute();
  return erasureOf(row);
}

function erasureOf(row: ErasureRow): Erasure {
  return {
    id: row.id,
    counts: JSON.parse(row.counts) as ErasureCounts, // as `erase` wrote them
    createdAtMs: row.created_at,
    doneAtMs: row.done_at ?? undefined,
  };
}
