import { invalid } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import {
  implicitWeight,
  sharesByRank,
  type NewOutcome,
  type OutcomeStore,
  type RecordedOutcome,
} from "../../memory/outcome.ts";
import type { Scope } from "../../memory/scope.ts";
import { answerOnce } from "../account/idempotency.ts";
import type { Database, Tx } from "../database.ts";
import { creditsOf, deleteCredits, findOutcome, insertCredit, putOutcome, versionsAt } from "./outcome-row.ts";
import { takeSeqs } from "./memory-row.ts";
import { parseResults, readersOf } from "./retrievals.ts";
import { refreshRecords } from "./track-records.ts";

type Share = { id: string; weight: number };
type Receipt = { id: string; user_id: string; results: string; created_at: number };

export class SqlOutcomeStore implements OutcomeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined> {
    return this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, scope.account, 0);
      return answerOnce(tx, scope, once, async () => {
        const receipt = await findReceipt(tx, scope, outcome.retrievalId);
        return receipt && recordOne(tx, scope.account, receipt, outcome);
      });
    });
  }
}

async function recordOne(tx: Tx, account: string, receipt: Receipt, outcome: NewOutcome): Promise<RecordedOutcome> {
  const { success, implicit = false } = outcome;
  const shares = sharesOf(receipt, outcome);
  const key = { account, retrieval: receipt.id };
  const before = await findOutcome(tx, key);
  const old = await creditsOf(tx, key);
  const versions = await versionsAt(
    tx,
    account,
    shares.map(({ id }) => id),
    receipt.created_at,
  );
  // What was first shown in a version stays of it. Who is erased has no version, and gets nothing.
  const versionOf = (id: string) => old.find((credit) => credit.memory_id === id)?.version ?? versions.get(id)!;
  const credits = [
    ...shares.filter(({ id }) => versions.has(id)).map(({ id, weight }) => ({ id, weight, version: versionOf(id) })),
    ...movedOf(receipt, outcome, old),
  ];
  const result = (status: RecordedOutcome["status"], credited: number) => ({
    success: status === "unchanged" ? before?.success === 1 : success,
    status,
    credited,
  });
  if (before && implicit && before.implicit === 0) return result("unchanged", old.length);
  const note = outcome.note ?? null;
  const isSame =
    before?.success === Number(success) &&
    before.implicit === Number(implicit) &&
    before.note === note &&
    old.length === credits.length &&
    credits.every(({ id, weight }) => old.some((credit) => credit.memory_id === id && credit.weight === weight));
  if (isSame) return result("unchanged", old.length);
  await putOutcome(tx, {
    account_id: account,
    retrieval_id: receipt.id,
    user_id: receipt.user_id,
    success: Number(success),
    implicit: Number(implicit),
    note,
    retrieved_at: receipt.created_at,
    created_at: Date.now(),
  });
  await deleteCredits(tx, key);
  const shown = { account, retrieval: receipt.id, at: receipt.created_at, success: Number(success) };
  for (const credit of credits) await insertCredit(tx, { ...shown, ...credit });
  await refreshRecords(tx, account, [...new Set([...old.map((credit) => credit.memory_id), ...versions.keys()])]);
  return result(before ? "replaced" : "recorded", credits.length);
}

/** Errors: invalid_argument, where one is named that was not returned. */
function sharesOf(receipt: Receipt, { memoryIds = [], implicit }: NewOutcome): Share[] {
  const returned = parseResults(receipt.results).map(([id]) => id);
  const part = implicit ? implicitWeight : 1;
  const named = [...new Set(memoryIds)];
  const stranger = named.find((id) => !returned.includes(id));
  if (stranger !== undefined) {
    throw invalid("memory_ids", `must be among what the retrieval "${receipt.id}" returned, but has "${stranger}"`);
  }
  if (named.length > 0) return named.map((id) => ({ id, weight: part }));
  return sharesByRank(returned.length).map((share, at) => ({ id: returned[at]!, weight: share * part }));
}

/** The receipt does not name what a pattern was merged into, which has its credit now. */
function movedOf(
  receipt: Receipt,
  { memoryIds = [] }: NewOutcome,
  old: readonly { memory_id: string; weight: number; version: number }[],
) {
  if (memoryIds.length > 0) return [];
  const returned = parseResults(receipt.results).map(([id]) => id);
  return old
    .filter((credit) => !returned.includes(credit.memory_id))
    .map(({ memory_id: id, weight, version }) => ({ id, weight, version }));
}

function findReceipt(tx: Tx, scope: Scope, id: string): Promise<Receipt | undefined> {
  return tx
    .selectFrom("retrieval")
    .select(["id", "user_id", "results", "created_at"])
    .where("account_id", "=", scope.account)
    .where(readersOf(scope))
    .where("id", "=", id)
    .executeTakeFirst();
}
