import { sql, type RawBuilder } from "kysely";
import { systemUser, type Scope } from "../../memory/scope.ts";

/**
 * Who may read of a user what is no memory, a receipt by its id or that there is something of theirs: the user, or whoever acts
 * for the account itself, as every key does that is not bound to a user. So a user does not see `system`'s.
 */
export function readersOf(scope: Scope): RawBuilder<boolean> {
  return scope.user === systemUser ? sql<boolean>`1 = 1` : sql<boolean>`user_id = ${scope.user}`;
}
