import { wordSet } from "../../language/word-set.ts";

/* Prepositions that say the same kind of thing; each of the others is a sort of its own. */
const where = wordSet("in into on onto to at under");
const whose = wordSet("of from by");

/** What sort of circumstance a preposition opens: "where", "whose", or its own word; "" where there is none. */
export function prepositionSort(preposition = ""): string {
  if (where.has(preposition)) return "where";
  return whose.has(preposition) ? "whose" : preposition;
}

const contraries: readonly (readonly [string, string])[] = [
  ["on", "off"],
  ["in", "outside"],
  ["inside", "outside"],
  ["within", "outside"],
  ["before", "after"],
  ["with", "without"],
  ["above", "below"],
  ["over", "under"],
];

/** "off the lead" for "on the lead": of one thing, only one of the two is true. */
export const areContrary = (one: string | undefined, other: string | undefined): boolean =>
  contraries.some(([first, second]) => (one === first && other === second) || (one === second && other === first));
