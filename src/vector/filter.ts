import type { BaseFilter } from "../memory/search/base/base.ts";
import { column, type ColumnName } from "./columns.ts";

/** A string in LanceDB's SQL: quotes are doubled, nothing else is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A condition of LanceDB's SQL: at least one value is given. */
export function isIn(name: ColumnName, values: readonly string[]): string {
  return `${name} IN (${values.map(quote).join(", ")})`;
}

/**
 * The filter as a condition, evaluated before candidates are chosen; `undefined` where every row meets it. Even a
 * condition that all rows meet costs: a search of 100,000 rows took 1.3 times as long.
 */
export function filterSql(filter: BaseFilter): string | undefined {
  const conditions = filter.users === "all" ? [] : [isIn("user_id", filter.users)];
  if (filter.layers) conditions.push(filter.layers.length === 0 ? "false" : isIn("layer", filter.layers));
  if (filter.sessionId !== undefined) conditions.push(`${column("session_id")} = ${quote(filter.sessionId)}`);
  for (const tag of filter.tags ?? []) conditions.push(`array_has(${column("tags")}, ${quote(tag)})`);
  if (filter.sinceMs !== undefined) conditions.push(`${column("created_at")} >= ${integer(filter.sinceMs)}`);
  if (filter.untilMs !== undefined) conditions.push(`${column("created_at")} < ${integer(filter.untilMs)}`);
  return conditions.length === 0 ? undefined : conditions.join(" AND ");
}

/** Rounded up: times are whole milliseconds, so both comparisons keep their meaning. */
function integer(value: number): string {
  const whole = Math.ceil(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)));
  return BigInt(whole).toString();
}
