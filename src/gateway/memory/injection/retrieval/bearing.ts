import type { SearchResult } from "../../../../memory/search/request.ts";

/** How much must bear on a turn to be shown: docs/gateway-memory.md has what was measured, docs/search.md the score. */
export type Bar = {
  /** Unless something clears it, nothing is shown. */
  isCleared(by: SearchResult): boolean;
  /** The least score of what is shown beside that: what replaced the best result may say so in other words. */
  beside: number;
};

/** Less is enough where it is not for a few words in common: where the meaning is alike too, or there is no vector to say so. */
export const anyBar: Bar = {
  isCleared: ({ similarity, explanation: { cosine = 1 } = {} }) =>
    similarity >= 0.29 || (similarity >= 0.26 && cosine >= 0.4),
  beside: 0.18,
};
/** What no model knows is worth a look at what is less alike. */
export const ownBar: Bar = { isCleared: ({ similarity }) => similarity >= 0.18, beside: 0.14 };

/** Of results, best first, those that may be shown. A pattern says what to do: it must bear on the turn by itself. */
export function bearingOf(results: readonly SearchResult[], bar: Bar): readonly SearchResult[] {
  if (!results.some((result) => bar.isCleared(result))) return [];
  return results.filter((result) => result.memory.layer !== "patterns" || anyBar.isCleared(result));
}
