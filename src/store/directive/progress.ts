import { statement } from "../statement.ts";

/** What was derived of an account's directives is no longer current. */
export const directivesChanged = statement<{ account: string }, unknown>((db, param) =>
  db
    .insertInto("directive_progress")
    .values({ account_id: param("account"), seq: 0, rules: 0, version: 1 })
    .onConflict((c) =>
      c.column("account_id").doUpdateSet((e) => ({ version: e("directive_progress.version", "+", 1) })),
    ),
);
