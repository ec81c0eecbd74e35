import { AppError } from "../../error.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { listStatement } from "../statement.ts";

/**
 * Of these memories, those that learn nothing from this scope's outcomes: all that are not its user's. Otherwise a
 * user's key would decide what everybody is shown. Whoever acts for the account itself teaches all.
 */
export async function untaughtBy(tx: Tx, { account, user }: Scope, ids: readonly string[]): Promise<Set<string>> {
  if (user === systemUser) return new Set();
  const rows = await selectOthers(tx, { account, user }, [...new Set(ids)]);
  return new Set(rows.map(({ id }) => id));
}

const selectOthers = listStatement<{ account: string; user: string }, string, { id: string }>((db, param, ids) =>
  db
    .selectFrom("memory")
    .select("id")
    .where("account_id", "=", param("account"))
    .where("user_id", "<>", param("user"))
    .where("id", "in", ids),
);

/** The error where a report names such a memory. */
export function mayNotTeach({ user }: Scope, id: string): AppError {
  return new AppError(
    "permission_denied",
    `memory_ids: this key may act only for the user "${user}", but "${id}" is shared`,
    {
      details: [{ field: "memory_ids", message: "must be memories of the user that the key is bound to" }],
    },
  );
}
