/**
 * Measures each side in turn, and the other way round in the next round: a machine that gets slower or busier does so
 * for all. One round before warms up and is not counted.
 */
export async function interleave<Side extends string, Result>(
  rounds: number,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Result[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await sides[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}
