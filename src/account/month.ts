/** The UTC month of a time, as `2026-11`. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** When a month is over: the next one's begin. */
export function monthEndMs(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return Date.UTC(year!, number!, 1);
}
