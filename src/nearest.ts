/**
 * The nearest candidates: the name itself, those that contain it, then by edit distance, up to `editsMax`; of equal ones
 * in the order given.
 */
export function nearest(name: string, candidates: readonly string[], count: number, editsMax = Infinity): string[] {
  const ranked = candidates.map((candidate) => ({
    candidate,
    distance: distanceOf(name, candidate),
  }));
  return ranked
    .filter(({ distance }) => distance <= editsMax)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function distanceOf(name: string, candidate: string): number {
  if (name !== "" && candidate.includes(name)) return name === candidate ? -1 : 0;
  return editDistance(name, candidate);
}

/** Levenshtein: insertions, deletions and replacements that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
