import { sql, type Expression } from "kysely";
import type { Schema } from "./schema.ts";

/** Where a row is there already: these of its columns get what the one that was to be inserted has. */
export function excluded<Table extends keyof Schema>(
  ...columns: (keyof Schema[Table] & string)[]
): Record<string, Expression<never>> {
  // Each is of its column's own type, which `never` may stand for.
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));
}
