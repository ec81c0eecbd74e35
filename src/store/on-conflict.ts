import { sql, type Expression } from "kysely";
import type { Schema } from "./schema.ts";

type Columns<Table extends keyof Schema> = (keyof Schema[Table] & string)[];

/** Where a row is there already: these of its columns get what the one that was to be inserted has. */
export function excluded<Table extends keyof Schema>(...columns: Columns<Table>): Record<string, Expression<never>> {
  // Each is of its column's own type, which `never` may stand for.
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));
}

/** Where a row is there already: these of its columns get the sum of both. */
export function added<Table extends keyof Schema>(
  table: Table,
  ...columns: Columns<Table>
): Record<string, Expression<never>> {
  const sum = (column: string) => sql<never>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  return Object.fromEntries(columns.map((column) => [column, sum(column)]));
}
