import type { SearchResult } from "../../../memory/search/request.ts";

/** How much must bear on a turn to be shown: docs/gateway-memory.md has what was measured, docs/search.md the score. */
export type Bar = {
  /** Unless something scores as much, nothing is shown. */
  score: number;
  /** What is shown beside it: what replaced the best result may say so in other words. */
  beside: number;
};

export const anyBar: Bar = { score: 0.26, beside: 0.2 };
/** What no model knows is worth a look at what is less alike. */
export const ownBar: Bar = { score: 0.18, beside: 0.14 };

/** Of results, best first, those that may be shown. A pattern says what to do: it must bear on the turn by itself. */
export function bearingOf(results: readonly SearchResult[], { score }: Bar): readonly SearchResult[] {
  if (!results.some(({ similarity }) => similarity >= score)) return [];
  return results.filter(({ similarity, memory }) => memory.layer !== "patterns" || similarity >= anyBar.score);
}
