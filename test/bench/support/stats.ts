/** The value below which the share `q` lies. NaN of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median over rounds of A to B: what disturbed the machine disturbed both of a round. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, round) => value / b[round]!));
}

/** "1.23 ms", "2.1..2.9" and the like. */
export function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

export function range(values: readonly number[], unit: string): string {
  return `${figure(Math.min(...values), "").trim()}..${figure(Math.max(...values), unit)}`;
}

/** Slope of the least-squares line through (0, y0), (1, y1) ... */
export function slope(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((sum, y) => sum + y, 0) / values.length;
  const spread = values.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0);
  return values.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
