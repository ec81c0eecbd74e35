import { setImmediate as turn } from "node:timers/promises";
import type { ErasureTarget } from "../../memory/erasure.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Database, Tx } from "../database.ts";
import { deleteRows } from "../memory/delete-rows.ts";
import type { Db } from "../engine.ts";
import { parseResults } from "../memory/retrievals.ts";
import type { ErasureRow } from "../schema.ts";

type Pause = () => Promise<void>;

const rowsPerSlice = 500;
/** Searches that began before an erasure write their receipts a little later; clocks differ a little too. */
const latenessMs = 60_000;

/** Receipts of the account that name one of these memories. Only its owner has seen it, or anybody if it is `system`'s. */
export async function receiptsWith(db: Db, scope: Scope, memories: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  if (memories.size === 0) return found;
  for (let after = ""; ; await turn()) {
    const rows = await db
      .selectFrom("retrieval")
      .select(["id", "results"])
      .where("account_id", "=", scope.account)
      .$if(scope.user !== systemUser, (query) => query.where("user_id", "=", scope.user))
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsPerSlice)
      .execute();
    for (const row of rows) if (parseResults(row.results).some(([id]) => memories.has(id))) found.push(row.id);
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.id;
  }
}

/** Takes erased memories out of receipts, with the queries that found them; or deletes the user's. Answers how many. */
export async function eraseReceipts(
  tx: Tx,
  scope: Scope,
  target: ErasureTarget,
  receipts: string[],
  erased: ReadonlySet<string>,
  pause: Pause,
): Promise<number> {
  switch (target.kind) {
    case "account":
      await deleteRows(tx, "idempotency", "key", scope.account, pause);
      return deleteRows(tx, "retrieval", "id", scope.account, pause);
    case "user":
      await deleteRows(tx, "idempotency", "key", scope.account, pause, scope.user);
      await forgetNamelessQueries(tx, scope);
      return deleteRows(tx, "retrieval", "id", scope.account, pause, scope.user);
    case "session":
      await deleteRows(tx, "idempotency", "key", scope.account, pause, scope.user);
      return redact(tx, scope.account, receipts, erased, pause);
    case "message":
    case "pattern":
      await forgetAnswers(tx, scope, target.id);
      return redact(tx, scope.account, receipts, erased, pause);
    default:
      throw new Error(`no such target: ${String(target satisfies never)}`);
  }
}

/** What was recorded by searches that were under way when the erasure began. */
export async function redactLateReceipts(db: Database, erasure: ErasureRow): Promise<void> {
  const { account_id: account, user_id: user, created_at: erasedAt } = erasure;
  const rows = await db.read
    .selectFrom("retrieval")
    .select(["id", "user_id", "results", "created_at"])
    .where("account_id", "=", account)
    .where("created_at", ">=", erasedAt - latenessMs)
    .execute();
  const ofUser =
    erasure.kind === "user" ? rows.filter((row) => row.user_id === user && row.created_at <= erasedAt) : [];
  const named = new Set(rows.flatMap((row) => parseResults(row.results).map(([id]) => id)));
  const live = new Set<string>();
  for (const ids of chunks([...named], rowsPerSlice)) {
    const found = await db.read
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", account)
      .where("id", "in", ids)
      .where("deleted", "=", 0)
      .execute();
    for (const row of found) live.add(row.id);
  }
  const gone = new Set([...named].filter((id) => !live.has(id)));
  const late = rows.filter((row) => parseResults(row.results).some(([id]) => gone.has(id)));
  await db.writer.exclusive(async (tx, pause) => {
    for (const part of chunks(ofUser, rowsPerSlice)) {
      const ids = part.map((row) => row.id);
      await tx.deleteFrom("retrieval").where("account_id", "=", account).where("id", "in", ids).execute();
    }
    const ids = late.map((row) => row.id);
    await redact(tx, account, ids, gone, pause);
  });
}

async function redact(
  tx: Tx,
  account: string,
  receipts: string[],
  erased: ReadonlySet<string>,
  pause: Pause,
): Promise<number> {
  for (const part of chunks(receipts, rowsPerSlice)) {
    const rows = await tx
      .selectFrom("retrieval")
      .select(["id", "results"])
      .where("account_id", "=", account)
      .where("id", "in", part)
      .execute();
    for (const row of rows) {
      const results = JSON.stringify(parseResults(row.results).filter(([id]) => !erased.has(id)));
      await tx
        .updateTable("retrieval")
        .set({ query: null, results })
        .where("account_id", "=", account)
        .where("id", "=", row.id)
        .execute();
    }
    await pause();
  }
  return receipts.length;
}

/** Recorded answers that name the memory. `_` in an id stands for any character here: at worst one too many goes. */
async function forgetAnswers(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx
    .deleteFrom("idempotency")
    .where("account_id", "=", scope.account)
    .where("user_id", "=", scope.user)
    .where("answer", "like", `%${id}%`)
    .execute();
}

/** Searches made without naming anybody may have asked about the user: their wording goes, their results stay. */
async function forgetNamelessQueries(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .updateTable("retrieval")
    .set({ query: null })
    .where("account_id", "=", scope.account)
    .where("user_id", "=", systemUser)
    .where("query", "is not", null)
    .execute();
}
