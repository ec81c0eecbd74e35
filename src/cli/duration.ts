const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of `90d`, `12h`, `30m` or `45s`; NaN for anything else. */
export function parseDuration(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/u.exec(text) ?? [];
  return count === undefined ? Number.NaN : Number(count) * unitsMs[unit]!;
}
