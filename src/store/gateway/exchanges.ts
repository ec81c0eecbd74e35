import { sql } from "kysely";
import type { Ending, Opening } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { params, statement } from "../statement.ts";
import type { GatewayExchangeTable } from "./tables.ts";

/** An exchange is open until its reply is stored. */
export async function openExchange(tx: Tx, scope: Scope, { id, threadId }: Opening, now: number): Promise<void> {
  const { account: account_id, user: user_id } = scope;
  await insertExchange(tx, { account_id, id, thread_id: threadId, user_id, created_at: now });
}

const insertExchange = statement<Omit<GatewayExchangeTable, "state" | "ended_at">, unknown>((db, param) =>
  db
    .insertInto("gateway_exchange")
    .values({ ...params(param, "account_id", "id", "thread_id", "user_id", "created_at"), state: "open" }),
);

/** Whether there is one: it may never have been opened, or was erased. */
export async function endExchange(tx: Tx, scope: Scope, { id, state }: Ending, now: number): Promise<boolean> {
  return (await updateExchange(tx, { ...scope, id, state, now })).length > 0;
}

type Ended = Scope & { id: string; state: string; now: number };

const updateExchange = statement<Ended, { id: string }>((db, param) =>
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
