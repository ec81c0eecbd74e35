import { sql } from "kysely";

/**
 * Of a row's message: it was not said on a branch that its conversation has left. The literal is what the partial index
 * of `gateway_turn` is found by.
 */
export const onLiveBranch = (table: "memory" | "claim" | "directive_statement") => sql<boolean>`not exists (
  select 1 from gateway_turn as turn
  where turn.account_id = ${sql.ref(`${table}.account_id`)} and turn.message_id = ${sql.ref(`${table}.id`)} and turn.is_left = 1
)`;
