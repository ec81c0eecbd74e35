import { invalid } from "../error.ts";

/*
 * Money is kept as micro-dollars: whole millionths of a US dollar. Callers say and see dollars, as numbers with at most six
 * decimals. Up to the bound below, a double tells each such number from every other, so nothing is lost either way.
 */

const usdMax = 100_000_000;

/** Errors: invalid_argument for no amount above zero, one above the bound, or one with more than six decimals. */
export function microsOf(field: string, usd: number): number {
  const micros = Math.round(usd * 1e6);
  if (micros >= 1 && usd <= usdMax && usdOf(micros) === usd) return micros;
  throw invalid(field, `must be US dollars above 0, at most ${usdMax}, with at most six decimals, got ${usd}`);
}

/** Micro-dollars in dollars. */
export function usdOf(micros: number): number {
  return micros / 1e6;
}
