import type { Action } from "../text/action.ts";
import { isNear, type Meaning } from "../lexicon/lexicon.ts";
import { isWeak } from "../lexicon/weak.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";

/** The share of a rule's words that an action has, 0 to 1, whatever it says of them. */
export function nearness(rule: ReadRule, action: Action): number {
  const wanted = partsOf(rule).flatMap(meaningsOf);
  const said = action.steps.flatMap(({ items }) => items);
  const met = wanted.filter((meaning) => said.some((item) => isNear(meaning, item.meaning)));
  return wanted.length === 0 ? 0 : met.length / wanted.length;
}

/** The acts that a rule asks for, one or two. */
export const partsOf = ({ main, second }: ReadRule): Part[] => [main, ...(second ? [second] : [])];

/** What an action must have for an act: its verb, unless that says nothing, and its things. */
export const meaningsOf = ({ verb, needs }: Part): Meaning[] => [
  ...(verb && !isWeak(verb) ? [verb] : []),
  ...needs.map(({ meaning }) => meaning),
];
