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
import { answerOnce, trimAnswers } from "../account/idempotency.ts";
import type { Database, Tx } from "../database.ts";
import {
  creditsOf,
  deleteCredits,
  findOutcome,
  insertCredit,
  mergedInto,
  putOutcome,
  versionsAt,
  type StoredCredit,
} from "./outcome-row.ts";
import { takeSeqs } from "./memory-row.ts";
import { parsePlaces, readersOf } from "./retrievals.ts";
import { refreshRecords } from "./track-records.ts";

/** What a retrieval returned, and what of it is credited. */
type Shares = { returned: ReadonlySet<string>; areNamed: boolean; credited: { id: string; weight: number }[] };
type Receipt = { id: string; user_id: string; results: string; created_at: number };

export class SqlOutcomeStore implements OutcomeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined> {
    const recorded = await this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, scope.account, 0);
      return answerOnce(tx, scope, once, async () => {
        const receipt = await findReceipt(tx, scope, outcome.retrievalId);
        return receipt && recordOne(tx, scope.account, receipt, outcome);
      });
    });
    await trimAnswers(this.#db, scope, once);
    return recorded;
  }
}

async function recordOne(tx: Tx, account: string, receipt: Receipt, outcome: NewOutcome): Promise<RecordedOutcome> {
  const { success, implicit = false, note = null } = outcome;
  const key = { account, retrieval: receipt.id };
  const before = await findOutcome(tx, key);
  const old = await creditsOf(tx, key);
  const shares = await sharesOf(tx, account, receipt, { outcome, old });
  if (before && implicit && before.implicit === 0) return unchanged(before.success === 1, old);
  const credits = await creditsFor(tx, account, receipt, { shares, old });
  const said = { success: Number(success), implicit: Number(implicit), note };
  if (before && isSame(before, said) && haveSame(old, credits)) return unchanged(success, old);
  await putOutcome(tx, {
    account_id: account,
    retrieval_id: receipt.id,
    user_id: receipt.user_id,
    ...said,
    retrieved_at: receipt.created_at,
    created_at: Date.now(),
  });
  await deleteCredits(tx, key);
  for (const { memory_id: id, weight, version } of credits) {
    await insertCredit(tx, { ...key, at: receipt.created_at, success: said.success, id, weight, version });
  }
  const touched = new Set([...old, ...credits].map((credit) => credit.memory_id));
  await refreshRecords(tx, account, [...touched]);
  return { success, status: before ? "replaced" : "recorded", credited: credits.length };
}

function unchanged(success: boolean, credits: readonly StoredCredit[]): RecordedOutcome {
  return { success, status: "unchanged", credited: credits.length };
}

type Said = { success: number; implicit: number; note: string | null };

function isSame(one: Said, other: Said): boolean {
  return one.success === other.success && one.implicit === other.implicit && one.note === other.note;
}

function haveSame(old: readonly StoredCredit[], credits: readonly StoredCredit[]): boolean {
  const weights = new Map(old.map((credit) => [credit.memory_id, credit.weight]));
  return old.length === credits.length && credits.every(({ memory_id, weight }) => weights.get(memory_id) === weight);
}

/**
 * What was first credited in a version stays of it. Who is erased gets nothing; what a pattern was merged into has its
 * credit, though the receipt does not name it.
 */
async function creditsFor(
  tx: Tx,
  account: string,
  receipt: Receipt,
  { shares, old }: { shares: Shares; old: readonly StoredCredit[] },
): Promise<StoredCredit[]> {
  const ids = shares.credited.map(({ id }) => id);
  const versions = await versionsAt(tx, account, ids, receipt.created_at);
  const known = new Map(old.map((credit) => [credit.memory_id, credit.version]));
  const credited = shares.credited.flatMap(({ id, weight }) => {
    const version = versions.get(id);
    return version === undefined ? [] : [{ memory_id: id, weight, version: known.get(id) ?? version }];
  });
  const moved = shares.areNamed ? [] : old.filter((credit) => !shares.returned.has(credit.memory_id));
  return [...credited, ...moved];
}

/**
 * What was merged into a pattern since counts as that pattern: with the weights of all, and also where the receipt does not
 * name it any more. Errors: invalid_argument, where one is named that was not returned.
 */
async function sharesOf(
  tx: Tx,
  account: string,
  receipt: Receipt,
  { outcome, old }: { outcome: NewOutcome; old: readonly StoredCredit[] },
): Promise<Shares> {
  const { memoryIds = [], implicit } = outcome;
  const places = parsePlaces(receipt.results).map((result) => result?.[0]);
  const results = places.filter((id) => id !== undefined);
  const named = [...new Set(memoryIds)];
  const into = await mergedInto(tx, account, [...results, ...named]);
  const heirOf = (id: string) => into.get(id) ?? id;
  const returned = new Set(results.map(heirOf));
  const known = new Set([...returned, ...old.map((credit) => credit.memory_id)]);
  const stranger = named.find((id) => !known.has(heirOf(id)));
  if (stranger !== undefined) {
    throw invalid("memory_ids", `must be among what the retrieval "${receipt.id}" returned, but has "${stranger}"`);
  }
  const part = implicit ? implicitWeight : 1;
  const areNamed = named.length > 0;
  const ranks = sharesByRank(places.length);
  const each = areNamed
    ? named.map((id) => ({ id, weight: part }))
    : places.flatMap((id, at) => (id === undefined || !ranks[at] ? [] : [{ id, weight: ranks[at] * part }]));
  const weights = new Map<string, number>();
  for (const { id, weight } of each) weights.set(heirOf(id), (weights.get(heirOf(id)) ?? 0) + weight);
  return { returned, areNamed, credited: [...weights].map(([id, weight]) => ({ id, weight })) };
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
