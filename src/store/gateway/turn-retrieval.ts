import type { Scope } from "../../memory/scope.ts";
import type { Db } from "../engine.ts";
import { listStatement } from "../statement.ts";

/** As SqlGatewayStore's `retrievalOf`. */
export async function retrievalOf(
  db: Db,
  { account, user }: Scope,
  thread: string,
  chains: readonly string[],
): Promise<string | undefined> {
  for (const { metadata } of await selectMetadata(db, { account, user, thread }, chains)) {
    const { retrieval_id: id } = JSON.parse(metadata ?? "{}") as { retrieval_id?: unknown }; // an object, as stored
    if (typeof id === "string") return id;
  }
  return undefined;
}

const selectMetadata = listStatement<
  { account: string; user: string; thread: string },
  string,
  { metadata: string | null }
>((db, param, chains) =>
  db
    .selectFrom("gateway_turn")
    .innerJoin("memory", (join) =>
      join
        .onRef("memory.account_id", "=", "gateway_turn.account_id")
        .onRef("memory.id", "=", "gateway_turn.message_id"),
    )
    .select("memory.metadata")
    .where("gateway_turn.account_id", "=", param("account"))
    .where("gateway_turn.thread_id", "=", param("thread"))
    .where("gateway_turn.chain", "in", chains)
    .where("memory.user_id", "=", param("user"))
    .where("memory.deleted", "=", 0),
);
