import { sql } from "kysely";
import type { Ending, Opening } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { statement } from "../statement.ts";

type Key = { account: string; user: string; id: string; now: number };

/** An exchange is open until its reply is stored. */
export async function openExchange(tx: Tx, scope: Scope, { id, threadId }: Opening, now: number): Promise<void> {
  await insertExchange(tx, { ...scope, id, threadId, now });
}

const insertExchange = statement<Key & { threadId: string }, unknown>((db, param) =>
  db.insertInto("gateway_exchange").values({
    account_id: param("account"),
    id: param("id"),
    thread_id: param("threadId"),
    user_id: param("user"),
    state: "open",
    created_at: param("now"),
  }),
);

/** Whether there is one: it may never have been opened, or was erased. */
export async function endExchange(tx: Tx, scope: Scope, { id, state }: Ending, now: number): Promise<boolean> {
  return (await updateExchange(tx, { ...scope, id, state, now })).length > 0;
}

const updateExchange = statement<Key & { state: string }, { id: string }>((db, param) =>
  db
    .updateTable("gateway_exchange")
    .set({ state: param("state"), ended_at: param("now") })
    .where("account_id", "=", param("account"))
    .where("user_id", "=", param("user"))
    .where("id", "=", param("id"))
    .returning("id"),
);

/** Makes partial what is open. Answers how many there were. */
export async function closeOpenExchanges(tx: Tx, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("gateway_exchange")
    .set({ state: "partial", ended_at: now })
    .where(sql<boolean>`state = 'open'`) // literal, for the index
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
