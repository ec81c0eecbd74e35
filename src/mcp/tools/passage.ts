const word = /[\p{L}\p{N}]{4,}/gu;
/** Of the query; a question ends soon. */
const wordsMax = 32;
/** So many times the passage is looked at of a text: nobody else is served meanwhile. */
const lookedAt = 16;
const halfPairs = /^\p{Surrogate}|\p{Surrogate}$/gu;

/**
 * Of a text that is too long, the passage that has the most words of the query, the first such, with how much is left out
 * before it and behind it: a model has no other way to the middle of a long text. Lengths are in characters.
 */
export function passageOf(text: string, query: string, longest: number): string {
  if (text.length <= longest) return text;
  const at = beginning(text, query, longest);
  const cut = text.slice(at, at + longest);
  const shown = cut.replace(halfPairs, "");
  const before = at + cut.indexOf(shown);
  const after = text.length - before - shown.length;
  return `${before > 0 ? `[${before} characters before] …` : ""}${shown}${after > 0 ? `… [${after} more characters]` : ""}`;
}

/** Some way before the first of those words, so that it stands in its sentence. */
function beginning(text: string, query: string, longest: number): number {
  const lead = Math.floor(longest / 4);
  const looked = text.slice(0, lookedAt * longest);
  return Math.min(Math.max(0, densest(looked, query, longest - lead) - lead), text.length - longest);
}

/** Where the most different words of the query begin to stand within so many characters; 0 if none does. */
function densest(text: string, query: string, within: number): number {
  const found = startsIn(text, query);
  const counts = new Map<string, number>();
  let best = { at: 0, size: 0 };
  let first = 0;
  for (const { start, at } of found) {
    counts.set(start, (counts.get(start) ?? 0) + 1);
    for (; found[first]!.at + within < at; first++) leave(counts, found[first]!.start);
    if (counts.size > best.size) best = { at: found[first]!.at, size: counts.size };
  }
  return best.at;
}

function leave(counts: Map<string, number>, start: string): void {
  const left = counts.get(start)! - 1;
  if (left > 0) counts.set(start, left);
  else counts.delete(start);
}

/** Words of the query by how they start, which "deploy" and "deployment" have in common, and where such words stand. */
function startsIn(text: string, query: string): { start: string; at: number }[] {
  const starts = new Set((query.match(word) ?? []).slice(0, wordsMax).map((each) => each.slice(0, 5)));
  if (starts.size === 0) return [];
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...starts].join("|")})`, "giu");
  return [...text.matchAll(any)].map(({ 0: start, index }) => ({
    start: start.toLowerCase(),
    at: index,
  }));
}
