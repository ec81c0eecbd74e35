const dayMs = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** First and last day of `2026-03-14`, `2026-03`, `2026` or `2026-W11`. */
function span(date: string): [string, string] {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(date) ?? [];
  if (year !== undefined) {
    const fourth = Date.parse(`${year}-01-04T00:00:00Z`);
    const monday = fourth + ((Number(week) - 1) * 7 - ((new Date(fourth).getUTCDay() + 6) % 7)) * dayMs;
    return [isoDay(monday), isoDay(monday + 6 * dayMs)];
  }
  return [`${date}-01-01`.slice(0, 10), date.length === 10 ? date : `${date}-12-31`.slice(0, 10)];
}

/** Equal at the coarser precision of the two; null agrees with null alone. */
export function agree(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  const [first, second] = [span(one), span(other)];
  const within = (inner: [string, string], outer: [string, string]) => inner[0] >= outer[0] && inner[1] <= outer[1];
  return within(first, second) || within(second, first);
}
