import { editDistance } from "../../nearest.ts";

/** What has less in common with a name than this is not meant by it. */
const likenessMin = 0.4;

/**
 * The names of models that are most like one that is none, of equal ones those with the fewest edits: by the pairs of
 * characters that they share, since "haiku-4.5" is "claude-haiku-4-5" rather than "grok-4.5", or as many edits away as a
 * slip is.
 */
export function likest(name: string, candidates: readonly string[], count: number): string[] {
  return candidates
    .map((candidate) => ({ candidate, ...comparedWith(plain(name), plain(candidate)) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted((one, other) => other.likeness - one.likeness || one.edits - other.edits)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function comparedWith(name: string, candidate: string): { likeness: number; edits: number } {
  const pairs = pairsOf(name);
  const own = new Set(pairsOf(candidate));
  const shared = pairs.filter((pair) => own.has(pair)).length / pairs.length;
  const edits = editDistance(name, candidate);
  return { likeness: Math.max(shared || 0, 1 - edits / name.length), edits };
}

function pairsOf(name: string): string[] {
  return Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-");
}
