import type { Retrieval } from "../../memory/retrieval.ts";
import { systemUser } from "../../memory/scope.ts";
import { notErased } from "../account/accounts.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../database.ts";
import type { ErasureRow } from "../schema.ts";
import { hashedName, kindOf, latenessMs } from "./erasure-row.ts";

/** What waits to be written for no longer, an erasure looks for when it is purged. */
const inTimeMs = 1_000;
const idsPerStatement = 500;

/**
 * What may be written of receipts. One that comes too late for an erasure to find it loses here what it would have lost
 * there: it goes with its account or user, and else what was erased and the query go. So it does where the clock was set.
 */
export async function withoutErased(tx: Tx, receipts: readonly Retrieval[]): Promise<Retrieval[]> {
  const nowMs = Date.now();
  const isLate = ({ createdAtMs }: Retrieval) => Math.abs(nowMs - createdAtMs) > inTimeMs;
  const kept = receipts.filter((receipt) => !isLate(receipt));
  for (const [account, late] of Map.groupBy(receipts.filter(isLate), (receipt) => receipt.account)) {
    if (await isErased(tx, account)) continue;
    const erasures = await erasuresSince(tx, account, Math.min(...late.map((receipt) => receipt.createdAtMs)));
    const buried = await buriedOf(tx, account, late);
    for (const receipt of late) {
      if (!erasures.some((erasure) => isOwn(erasure, receipt))) kept.push(redacted(receipt, buried, erasures));
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

async function buriedOf(tx: Tx, account: string, receipts: readonly Retrieval[]): Promise<Set<string>> {
  const buried = new Set<string>();
  const ids = new Set(receipts.flatMap(({ results }) => results.map(({ id }) => id)));
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

function isOwn(erasure: Since, { account, user, createdAtMs }: Retrieval): boolean {
  return kindOf(erasure) === "user" && isOf(erasure, account, [user]) && createdAtMs <= erasure.untilMs;
}

function redacted(receipt: Retrieval, buried: ReadonlySet<string>, erasures: readonly Since[]): Retrieval {
  const { account, user, createdAtMs } = receipt;
  // Which messages a fact was from is not kept, so it may be from any of theirs.
  const losesFacts = erasures.some(
    (erasure) => isOf(erasure, account, [user, systemUser]) && createdAtMs <= erasure.untilMs + latenessMs,
  );
  const results = receipt.results.filter(({ id, layer }) => !buried.has(id) && !(losesFacts && layer === "graph"));
  return results.length === receipt.results.length ? receipt : { ...receipt, query: undefined, results };
}

/** Until it is hidden, an erasure has its user's name, and then its hash. */
function isOf({ user_id: name }: Since, account: string, users: readonly string[]): boolean {
  return users.some((user) => name === user || name === hashedName({ account, user }));
}
