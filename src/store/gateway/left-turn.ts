import { statement } from "../statement.ts";

/**
 * A message without its thread stands on a branch that was left, as one whose thread has expired does: its chain is its
 * own, so that nobody comes back to it, and the row goes with the message.
 */
export const insertLeft = statement<{ account: string; message: string }, unknown>((db, param) =>
  db.insertInto("gateway_turn").values({
    account_id: param("account"),
    thread_id: "",
    chain: param("message"),
    message_id: param("message"),
    is_left: 1,
  }),
);
