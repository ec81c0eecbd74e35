import { invalid } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import {
  implicitWeight,
  sharesByRank,
  type NewOutcome,
  type OutcomeStore,
  type RecordedOutcome,
} from "../../memory/entity/outcome.ts";
import type { Scope } from "../../memory/scope.ts";
import { writeOnce } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { readersOf } from "../memory/readers.ts";
import {
  creditsOf,
  deleteCredits,
  findOutcome,
  insertCredit,
  mergedInto,
  putOutcome,
  versionsAt,
  type Heir,
  type StoredCredit,
} from "../outcome/outcome-row.ts";
import { parsePlaces } from "../outcome/retrieval-row.ts";
import { refreshRecords } from "../outcome/track-records.ts";
import { mayNotTeach, untaughtBy } from "./taught.ts";

/** What is credited, in the version of a time. */
type Share = Heir & { weight: number };
type Receipt = { id: string; user_id: string; results: string; created_at: number };

export class SqlOutcomeStore implements OutcomeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined> {
    return writeOnce(this.#db, scope, once, { seqs: 0 }, async (tx) => {
      const receipt = await findReceipt(tx, scope, outcome.retrievalId);
      return receipt && recordOne(tx, scope, receipt, outcome);
    });
  }
}

async function recordOne(tx: Tx, scope: Scope, receipt: Receipt, outcome: NewOutcome): Promise<RecordedOutcome> {
  const { account } = scope;
  const { success, implicit = false, note = null } = outcome;
  const key = { account, retrieval: receipt.id };
  const before = await findOutcome(tx, key);
  const old = await creditsOf(tx, key);
  const reported = await sharesOf(tx, account, receipt, outcome);
  const untaught = await untaughtBy(tx, scope, [...reported.map(({ id }) => id), ...old.map((each) => each.memory_id)]);
  const refused = reported.find(({ id }) => untaught.has(id));
  if (refused && !implicit && outcome.memoryIds?.length) throw mayNotTeach(scope, refused.id);
  // What weighs more stands: an explicit report, and credit to a memory that this user may not teach.
  const stands = (implicit && before?.implicit === 0) || old.some((each) => untaught.has(each.memory_id));
  if (before && stands) return unchanged(before.success === 1, old);
  const shares = reported.filter(({ id }) => !untaught.has(id));
  const credits = await creditsFor(tx, account, { shares, old });
  const said = { success: Number(success), implicit: Number(implicit), note };
  if (before && isSame(before, said) && haveSame(old, credits)) return unchanged(success, old);
  const row = { account_id: account, retrieval_id: receipt.id, success: said.success };
  const { user_id, created_at: retrievedAt } = receipt;
  await putOutcome(tx, { ...row, ...said, user_id, retrieved_at: retrievedAt, created_at: Date.now() });
  await deleteCredits(tx, key);
  for (const credit of credits) await insertCredit(tx, { ...row, ...credit, at: retrievedAt });
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

/** A credit stays with the version that it was first given to. An erased memory gets none. */
async function creditsFor(
  tx: Tx,
  account: string,
  { shares, old }: { shares: readonly Share[]; old: readonly StoredCredit[] },
): Promise<StoredCredit[]> {
  const versions = new Map<number, Map<string, number>>();
  for (const [atMs, some] of Map.groupBy(shares, (share) => share.atMs)) {
    versions.set(atMs, await versionsAt(tx, account, [...new Set(some.map(({ id }) => id))], atMs));
  }
  const known = new Map(old.map((credit) => [credit.memory_id, credit.version]));
  return [...Map.groupBy(shares, ({ id }) => id)].flatMap(([id, own]) => {
    const first = versions.get(own[0]!.atMs)!.get(id); // a group has one at least
    if (first === undefined) return [];
    // Of several in one retrieval the first has the weight of all, as after a merge.
    const weights = own.map(({ atMs, weight }) => weight * 2 ** (versions.get(atMs)!.get(id)! - first));
    return { memory_id: id, weight: weights.reduce((sum, weight) => sum + weight), version: known.get(id) ?? first };
  });
}

/**
 * What was merged into a pattern counts as that pattern, as it was then, and comes after what counts for itself.
 * Errors: invalid_argument, where one is named that was not returned.
 */
async function sharesOf(tx: Tx, account: string, receipt: Receipt, outcome: NewOutcome): Promise<Share[]> {
  const { memoryIds = [], implicit } = outcome;
  const places = parsePlaces(receipt.results);
  const named = [...new Set(memoryIds)];
  const into = await mergedInto(tx, account, [...places.flatMap((place) => place?.[0] ?? []), ...named]);
  const returned = places.map((place) => {
    if (!place) return undefined;
    const [id, , , atMs = receipt.created_at] = place;
    return into.get(id) ?? { id, atMs };
  });
  const part = implicit ? implicitWeight : 1;
  const ranks = sharesByRank(places.length);
  const shares =
    named.length > 0
      ? named.map((id) => ({ ...namedAmong(returned, id, into, receipt), weight: part }))
      : returned.flatMap((heir, at) => (heir && ranks[at] ? { ...heir, weight: ranks[at] * part } : []));
  return shares.toSorted((one, other) => one.atMs - other.atMs);
}

function namedAmong(
  returned: readonly (Heir | undefined)[],
  id: string,
  into: ReadonlyMap<string, Heir>,
  receipt: Receipt,
): Heir {
  const heir = into.get(id);
  const own = returned.filter((each) => each !== undefined).filter((each) => each.id === (heir?.id ?? id));
  if (own.length === 0) {
    throw invalid("memory_ids", `must be ids that the retrieval "${receipt.id}" returned, but has "${id}"`);
  }
  return heir ?? { id, atMs: Math.min(...own.map(({ atMs }) => atMs)) };
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
