import type { SearchResult } from "../../../memory/search/request.ts";

/** How much must bear on a turn to be shown: docs/gateway-memory.md has what was measured, docs/search.md the score. */
export type Bar = {
  /** Unless something clears it, nothing is shown. */
  isCleared(by: SearchResult): boolean;
  /** The least score of what is shown beside that: what replaced the best result may say so in other words. */
  beside: number;
};

/**
 * What means the same clears it in other words, but not by its meaning alone: in a language far from English all texts are
 * alike. Without a vector, words alone decide, and score less.
 */
export const anyBar: Bar = {
  isCleared({ similarity, explanation }) {
    const cosine = explanation?.cosine;
    if (cosine === undefined) return similarity >= 0.26;
    return similarity >= 0.29 || (similarity >= 0.2 && cosine >= 0.5);
  },
  beside: 0.18,
};
/** What no model knows is worth a look at what is less alike. */
export const ownBar: Bar = { isCleared: ({ similarity }) => similarity >= 0.18, beside: 0.14 };

/** Of results, best first, those that may be shown. A pattern says what to do: it must bear on the turn by itself. */
export function bearingOf(results: readonly SearchResult[], bar: Bar): readonly SearchResult[] {
  if (!results.some((result) => bar.isCleared(result))) return [];
  return results.filter((result) => result.memory.layer !== "patterns" || anyBar.isCleared(result));
}
