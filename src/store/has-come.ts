import { sql, type RawBuilder } from "kysely";

/** Nothing is put off for longer. */
const longestMs = 24 * 3_600_000;

/**
 * A part of a query: the time in a column has come. What is further ahead than anything is put off was written before the
 * clock was set back, and counts as past: else it would wait, or be held, for as long as the clock went back.
 */
export function hasCome(
  time: RawBuilder<number | null>,
  now: RawBuilder<number>,
  mostMs: number = longestMs,
): RawBuilder<boolean> {
  return sql<boolean>`(${time} <= ${now} or ${time} > ${now} + ${sql.lit(mostMs)})`;
}
