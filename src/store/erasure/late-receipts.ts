import { systemUser } from "../../memory/scope.ts";
import { notErased } from "../account/accounts.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../database.ts";
import { parseResults, type RetrievalRow } from "../memory/retrieval-row.ts";
import type { ErasureRow } from "../schema.ts";
import { hashedName, kindOf, latenessMs } from "./erasure-row.ts";
import { resultsLeft, type ResultsLeft } from "./results-left.ts";

/** What waits to be written for no longer, an erasure looks for when it is purged. */
const inTimeMs = 1_000;
const idsPerStatement = 500;

/**
 * What may be written of receipts. One that comes too late for an erasure to find it loses here what it would have lost
 * there: it goes with its account or user, and else what was erased and the query go. So it does where the clock was set.
 */
export async function withoutErased(tx: Tx, receipts: readonly RetrievalRow[]): Promise<RetrievalRow[]> {
  const nowMs = Date.now();
  const isLate = ({ created_at }: RetrievalRow) => Math.abs(nowMs - created_at) > inTimeMs;
  const kept = receipts.filter((receipt) => !isLate(receipt));
  for (const [account, late] of Map.groupBy(receipts.filter(isLate), (receipt) => receipt.account_id)) {
    if (await isErased(tx, account)) continue;
    const erasures = await erasuresSince(tx, account, Math.min(...late.map((receipt) => receipt.created_at)));
    const left = await resultsLeft(tx, account, await buriedOf(tx, account, late));
    for (const receipt of late) {
      if (!erasures.some((erasure) => isOwn(erasure, receipt))) kept.push(redacted(receipt, left, erasures));
    }
  }
  return kept;
}

async function isErased(tx: Tx, account: string): Promise<boolean> {
  const query = tx.selectFrom("account").select("id").where("id", "=", account);
  return (await query.where((e) => e.not(notErased)).executeTakeFirst()) !== undefined;
}

type Since = Pick<ErasureRow, "user_id" | "kind"> & { untilMs: number };

/** Erasures that may be of what was found at a time or later, each with when it was hidden. */
async function erasuresSince(tx: Tx, account: string, fromMs: number): Promise<Since[]> {
  const rows = await tx
    .selectFrom("erasure")
    .select(["user_id", "kind", "hidden_at"])
    .where("account_id", "=", account)
    .where((e) => e.or([e("hidden_at", "is", null), e("hidden_at", ">=", fromMs - latenessMs)]))
    .execute();
  return rows.map(({ hidden_at: untilMs, ...row }) => ({ ...row, untilMs: untilMs ?? Infinity }));
}

async function buriedOf(tx: Tx, account: string, receipts: readonly RetrievalRow[]): Promise<Set<string>> {
  const buried = new Set<string>();
  const ids = new Set(receipts.flatMap(({ results }) => parseResults(results).map(([id]) => id)));
  for (const part of chunks([...ids], idsPerStatement)) {
    const rows = await tx
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", account)
      .where("id", "in", part)
      .where("deleted", "=", 1)
      .execute();
    for (const { id } of rows) buried.add(id);
  }
  return buried;
}

function isOwn(erasure: Since, { account_id: account, user_id: user, created_at }: RetrievalRow): boolean {
  return kindOf(erasure) === "user" && isOf(erasure, account, [user]) && created_at <= erasure.untilMs;
}

function redacted(receipt: RetrievalRow, left: ResultsLeft, erasures: readonly Since[]): RetrievalRow {
  const { account_id: account, user_id: user, created_at } = receipt;
  // Which messages a fact was from is not kept, so it may be from any of theirs.
  const losesFacts = erasures.some(
    (erasure) => isOf(erasure, account, [user, systemUser]) && created_at <= erasure.untilMs + latenessMs,
  );
  const results = left(receipt.results, !losesFacts);
  return results === receipt.results ? receipt : { ...receipt, query: null, results };
}

/** Until it is hidden, an erasure has its user's name, and then its hash. */
function isOf({ user_id: name }: Since, account: string, users: readonly string[]): boolean {
  return users.some((user) => name === user || name === hashedName({ account, user }));
}
