import { statement } from "../statement.ts";

/** What was derived of an account's claims is no longer current: a conversation left a branch, or went back to one. */
export const factsChanged = statement<{ account: string }, unknown>((db, param) =>
  db
    .insertInto("graph_progress")
    .values({ account_id: param("account"), seq: 0, rules: 0, branches: 1 })
    .onConflict((c) => c.column("account_id").doUpdateSet((e) => ({ branches: e("graph_progress.branches", "+", 1) }))),
);
