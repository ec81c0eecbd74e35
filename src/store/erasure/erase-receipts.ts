import { setImmediate as turn } from "node:timers/promises";
import { systemUser } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../database.ts";
import type { Db } from "../engine.ts";
import { parseResults } from "../memory/retrievals.ts";
import type { ErasureRow } from "../schema.ts";
import { kindOf } from "./erasure-row.ts";
import { tombstones, type Buried } from "./tombstones.ts";

type Receipt = { id: string; user_id: string; created_at: number };
/** One slice: the receipts that go, and those that lose the erased memories and the query that found them. */
export type ReceiptSlice = { gone: string[]; named: string[]; erased: ReadonlySet<string> };

const idsPerRead = 1_000;
/** Of rows that are read and written. */
const rowsPerSlice = 100;
const deletedPerSlice = 500;
/** Searches that began before an erasure write their receipts a little later; clocks differ a little too. */
export const latenessMs = 60_000;

/** The user's or account's own receipts go; of others, and of smaller targets, those that name what was erased change. */
export async function* receiptsOf(db: Db, job: ErasureRow): AsyncGenerator<ReceiptSlice> {
  const kind = kindOf(job);
  const own = (receipt: Receipt) => kind === "account" || (kind === "user" && receipt.user_id === job.user_id);
  // What is `system`'s anybody may have found; what is a user's, only they.
  const seen = (receipt: Receipt) => job.user_id === systemUser || receipt.user_id === job.user_id;
  const buried = { account: job.account_id, user: job.user_id, from: job.created_at, to: job.created_at };
  const mention = kind === "message" || kind === "pattern" ? job.target : "";
  for await (const page of receiptsSince(db, job.account_id, job.receipts_from)) {
    for (const part of chunks(page.filter(own), deletedPerSlice))
      yield { gone: idsOf(part), named: [], erased: new Set() };
    const others = page.filter((receipt) => !own(receipt) && seen(receipt));
    yield* naming(db, buried, idsOf(others), mention);
  }
}

/** What searches that were under way wrote later; of all these erasures of one account at once. */
export async function* lateReceiptsOf(db: Db, jobs: ErasureRow[]): AsyncGenerator<ReceiptSlice> {
  const account = jobs[0]!.account_id; // nobody asks for none
  const from = Math.min(...jobs.map((job) => job.created_at));
  const own = ({ user_id, created_at }: Receipt) =>
    jobs.some((job) => kindOf(job) === "user" && job.user_id === user_id && created_at <= (job.hidden_at ?? 0));
  const buried = { account, from, to: Number.MAX_SAFE_INTEGER };
  for await (const page of receiptsSince(db, account, from - latenessMs)) {
    for (const part of chunks(page.filter(own), deletedPerSlice))
      yield { gone: idsOf(part), named: [], erased: new Set() };
    yield* naming(db, buried, idsOf(page.filter((receipt) => !own(receipt))), "");
  }
}

/** Answers how many there were to erase. */
export async function eraseReceipts(tx: Tx, account: string, slice: ReceiptSlice): Promise<number> {
  let erased = 0;
  if (slice.gone.length > 0) {
    const { numDeletedRows } = await tx
      .deleteFrom("retrieval")
      .where("account_id", "=", account)
      .where("id", "in", slice.gone)
      .executeTakeFirst();
    erased += Number(numDeletedRows);
  }
  for (const { id, results } of await resultsOf(tx, account, slice.named)) {
    const all = parseResults(results);
    const kept = all.filter(([memory]) => !slice.erased.has(memory));
    // Somebody else may have been here.
    if (kept.length === all.length) continue;
    await tx
      .updateTable("retrieval")
      .set({ query: null, results: JSON.stringify(kept) })
      .where("account_id", "=", account)
      .where("id", "=", id)
      .execute();
    erased++;
  }
  return erased;
}

/** Whether a user has any receipt. */
export async function hasReceipts(db: Db, account: string, user: string): Promise<boolean> {
  for await (const page of receiptsSince(db, account, 0)) {
    if (page.some((receipt) => receipt.user_id === user)) return true;
  }
  return false;
}

/** Receipts from a time on, the oldest first, with nothing of them but what the index has. */
async function* receiptsSince(db: Db, account: string, fromMs: number): AsyncGenerator<Receipt[]> {
  let after = { created_at: fromMs, id: "" };
  for (; ; await turn()) {
    const rows = await db
      .selectFrom("retrieval")
      .select(["id", "user_id", "created_at"])
      .where("account_id", "=", account)
      .where((e) => e(e.refTuple("created_at", "id"), ">", e.tuple(after.created_at, after.id)))
      .orderBy("created_at")
      .orderBy("id")
      .limit(idsPerRead)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < idsPerRead) return;
    after = last;
  }
}

/** Those of these receipts that name a buried memory. With a `mention`, only that memory is looked for. */
async function* naming(db: Db, buried: Buried, receipts: string[], mention: string): AsyncGenerator<ReceiptSlice> {
  for (const ids of chunks(receipts, rowsPerSlice)) {
    await turn();
    const rows = (await resultsOf(db, buried.account, ids)).filter(({ results }) => results.includes(mention));
    const found = rows.map(({ id, results }) => ({ id, memories: parseResults(results).map(([memory]) => memory) }));
    const erased = await tombstones(db, buried, new Set(found.flatMap(({ memories }) => memories)));
    const named = found.filter(({ memories }) => memories.some((memory) => erased.has(memory)));
    if (named.length > 0) yield { gone: [], named: idsOf(named), erased };
  }
}

async function resultsOf(db: Db, account: string, ids: string[]): Promise<{ id: string; results: string }[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom("retrieval").select(["id", "results"]).where("account_id", "=", account);
  return query.where("id", "in", ids).execute();
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
