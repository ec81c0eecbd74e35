/** Prepositions that say the same kind of thing, by what it is; each of the others is a sort of its own. */
const sorts: ReadonlyMap<string, string> = new Map([
  ["in", "where"],
  ["into", "where"],
  ["on", "where"],
  ["onto", "where"],
  ["to", "where"],
  ["at", "where"],
  ["under", "where"],
  ["of", "whose"],
  ["from", "whose"],
  ["by", "whose"],
]);

/** What sort of circumstance a preposition opens: "where", "whose", or its own word; "" where there is none. */
export const prepositionSort = (preposition: string | undefined): string =>
  preposition === undefined ? "" : (sorts.get(preposition) ?? preposition);

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
