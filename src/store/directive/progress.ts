import { excluded } from "../on-conflict.ts";
import { params, statement } from "../statement.ts";

/** Of an account's directives; of one that was never read there is none. */
export const findVersion = statement<{ account: string }, { version: number }>((db, param) =>
  db.selectFrom("directive_progress").select("version").where("account_id", "=", param("account")),
);

/** Up to which seq an account was read, by which rules. */
export const putProgress = statement<{ account: string; seq: number; rules: number; version: number }, unknown>(
  (db, param) =>
    db
      .insertInto("directive_progress")
      .values({ account_id: param("account"), ...params(param, "seq", "rules", "version") })
      .onConflict((c) => c.column("account_id").doUpdateSet(excluded<"directive_progress">("seq", "rules", "version"))),
);
