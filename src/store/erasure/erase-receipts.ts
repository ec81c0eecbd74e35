import { systemUser } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Db, Tx } from "../engine.ts";
import { parseResults } from "../outcome/retrieval-row.ts";
import { pageByPage } from "../page-by-page.ts";
import type { ErasureRow } from "../schema.ts";
import type { Pause } from "../writer.ts";
import { eraseOutcomes, forgetNotes } from "./erase-outcomes.ts";
import { clockMs, hashedName, latenessMs } from "./erasure-row.ts";
import { kindOf } from "./kinds.ts";
import { factLayer, resultsLeft } from "./results-left.ts";
import { tombstones, type Buried } from "./tombstones.ts";

type Receipt = { id: string; user_id: string; created_at: number; results?: string };
/** One slice: the receipts that go, and those that lose the erased memories, all facts, and the query that found them. */
export type ReceiptSlice = { gone: string[]; named: string[]; erased: ReadonlySet<string> };

const idsPerRead = 1_000;
const resultsPerRead = 250;
const rowsPerTurn = 200;

/**
 * An erased user's or account's own receipts go. All others are changed where they name what was erased, or a fact: it
 * is not recorded which messages a fact came from, so it may be from any.
 */
export async function* receiptsOf(db: Db, job: ErasureRow): AsyncGenerator<ReceiptSlice> {
  const kind = kindOf(job);
  const own = (receipt: Receipt) =>
    kind.whole === "account" || (kind.whole === "user" && receipt.user_id === job.user_id);
  // Anybody may have found what is `system`'s; only the user, what is theirs.
  const others = (receipt: Receipt) => !own(receipt) && (job.user_id === systemUser || receipt.user_id === job.user_id);
  const buried = { account: job.account_id, from: job.created_at, to: job.created_at };
  const mention = kind.mention(job);
  // A memory is known by its id, whenever it was found. But facts in older receipts would go for nothing.
  const mayHaveFacts = (receipt: Receipt) => receipt.created_at >= job.receipts_from + clockMs - latenessMs;
  const allOwn = kind.whole === "account" || (kind.whole === "user" && job.user_id !== systemUser);
  for await (const page of receiptsSince(db, job.account_id, job.receipts_from, !allOwn)) {
    yield* worthwhile({ ...nothing, gone: idsOf(page.filter(own)) });
    yield* worthwhile(await naming(db, buried, page.filter(others), { mention, mayHaveFacts }));
  }
}

/** What searches that were under way have written since, for all these erasures of one account at once. */
export async function* lateReceiptsOf(db: Db, jobs: ErasureRow[]): AsyncGenerator<ReceiptSlice> {
  const account = jobs[0]!.account_id; // nobody asks for none
  const from = Math.min(...jobs.map((job) => job.created_at));
  const ofUsers = jobs.filter((job) => kindOf(job).whole === "user");
  const hashedSystem = hashedName({ account, user: systemUser });
  const own = ({ user_id: user, created_at }: Receipt) => {
    const hashed = hashedName({ account, user });
    return ofUsers.some((job) => job.user_id === hashed && created_at <= (job.hidden_at ?? 0));
  };
  const mayHaveFacts = ({ user_id: user, created_at }: Receipt) => {
    const hashed = [hashedName({ account, user }), hashedSystem];
    return jobs.some((job) => hashed.includes(job.user_id) && created_at <= (job.hidden_at ?? 0));
  };
  const buried = { account, from, to: Number.MAX_SAFE_INTEGER };
  for await (const page of receiptsSince(db, account, from - latenessMs, true)) {
    yield* worthwhile({ ...nothing, gone: idsOf(page.filter(own)) });
    const others = page.filter((receipt) => !own(receipt));
    yield* worthwhile(await naming(db, buried, others, { mention: "", mayHaveFacts }));
  }
}

/** Answers how many there were to erase. */
export async function eraseReceipts(tx: Tx, account: string, slice: ReceiptSlice, pause: Pause): Promise<number> {
  let erased = 0;
  for (const ids of chunks(slice.gone, rowsPerTurn)) {
    const { numDeletedRows } = await tx
      .deleteFrom("retrieval")
      .where("account_id", "=", account)
      .where("id", "in", ids)
      .executeTakeFirst();
    erased += Number(numDeletedRows);
    await eraseOutcomes(tx, account, ids, pause);
    await pause();
  }
  for (const ids of chunks(slice.named, rowsPerTurn)) {
    await forgetNotes(tx, account, ids);
    erased += await redact(tx, account, ids, slice.erased);
    await pause();
  }
  return erased;
}

/** Whether a user has a receipt. */
export async function hasReceipts(db: Db, account: string, user: string): Promise<boolean> {
  for await (const page of receiptsSince(db, account, 0, false)) {
    if (page.some((receipt) => receipt.user_id === user)) return true;
  }
  return false;
}

const nothing: ReceiptSlice = { gone: [], named: [], erased: new Set() };

/** Each slice is a write. */
function worthwhile(slice: ReceiptSlice): ReceiptSlice[] {
  return slice.gone.length + slice.named.length > 0 ? [slice] : [];
}

/** Receipts from a time on, the oldest first. Without their results they are read from the index alone. */
function receiptsSince(db: Db, account: string, fromMs: number, withResults: boolean): AsyncGenerator<Receipt[]> {
  const size = withResults ? resultsPerRead : idsPerRead;
  return pageByPage(size, { created_at: fromMs, id: "" }, (after) =>
    db
      .selectFrom("retrieval")
      .select(["id", "user_id", "created_at"])
      .$if(withResults, (query) => query.select("results"))
      .where("account_id", "=", account)
      .where((e) => e(e.refTuple("created_at", "id"), ">", e.tuple(after.created_at, after.id)))
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/**
 * What is looked for in receipts: with a `mention`, only that memory; and facts, in those that may have one of what is
 * buried.
 */
type Wanted = { mention: string; mayHaveFacts: (receipt: Receipt) => boolean };

/** Those of these receipts that name a buried memory, or a fact. */
async function naming(
  db: Db,
  buried: Buried,
  receipts: Receipt[],
  { mention, mayHaveFacts }: Wanted,
): Promise<ReceiptSlice> {
  const found = receipts.map((receipt) => {
    const { id, results = "[]" } = receipt;
    const hasFact = results.includes(fact) && mayHaveFacts(receipt);
    return { id, hasFact, memories: results.includes(mention) ? parseResults(results).map(([to]) => to) : [] };
  });
  const erased = await tombstones(db, buried, new Set(found.flatMap(({ memories }) => memories)));
  const named = found.filter(({ hasFact, memories }) => hasFact || memories.some((memory) => erased.has(memory)));
  return { gone: [], named: idsOf(named), erased };
}

/** In results as they are stored. */
const fact = `"${factLayer}"`;

/** Read again under the lock: somebody else may have been here. */
async function redact(tx: Tx, account: string, ids: string[], erased: ReadonlySet<string>): Promise<number> {
  const rows = await tx
    .selectFrom("retrieval")
    .select(["id", "results"])
    .where("account_id", "=", account)
    .where("id", "in", ids)
    .execute();
  const left = await resultsLeft(tx, account, erased);
  let redacted = 0;
  for (const row of rows) {
    const results = left(row.results, false);
    if (results === row.results) continue;
    await tx
      .updateTable("retrieval")
      .set({ query: null, results })
      .where("account_id", "=", account)
      .where("id", "=", row.id)
      .execute();
    redacted++;
  }
  return redacted;
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
