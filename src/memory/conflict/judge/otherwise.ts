import { takesName } from "../lexicon/takes-name.ts";
import type { Action, Said, Step } from "../text/action.ts";
import { isOtherNumber, likeness, type Meaning } from "../lexicon/lexicon.ts";
import type { Need, Part } from "../part.ts";
import { isNear } from "./nearness.ts";

/** Why an action that fits no act of a rule is certain to be another, though it has words of it; undefined where it may be the same. */
export function otherwise(part: Part, action: Action): string | undefined {
  const said = action.steps.flatMap(({ items }) => items);
  if (namesOther(part, said)) return "the action names another one by its number";
  if (action.steps.some((step) => isOpposite(part, step))) return "the action does the opposite";
  if (namesElsewhere(part, action.steps, said)) return "the action names another place";
  return undefined;
}

const isSaid = (meaning: Meaning, said: readonly Said[]): boolean => said.some((item) => isNear(meaning, item));

/** The action speaks of "node-2" and nowhere of "node-1". */
const namesOther = ({ needs }: Part, said: readonly Said[]): boolean =>
  needs.some(({ meaning }) => said.some((item) => isOtherNumber(meaning, item.meaning)) && !isSaid(meaning, said));

/** "Pull from main" for "push to main". */
function isOpposite({ verb, needs }: Part, { items }: Step): boolean {
  const [first] = items;
  if (!verb || !first || likeness(verb, first.meaning) !== "opposed") return false;
  return needs.length > 0 && needs.every(({ meaning }) => isSaid(meaning, items));
}

/** "Push to develop" for "push to main": a branch has its name, where a place may be told in other words. */
const namesElsewhere = ({ verb, needs }: Part, steps: readonly Step[], said: readonly Said[]): boolean =>
  verb !== undefined &&
  takesName(verb) &&
  needs.some((need) => !isSaid(need.meaning, said)) &&
  steps.some(
    ({ items }) =>
      isSaid(verb, items) && needs.every((need) => isSaid(need.meaning, items) || namesAnother(need, items, said)),
  );

const namesAnother = ({ role, preposition, meaning }: Need, items: readonly Said[], said: readonly Said[]): boolean =>
  role === "place" && !isSaid(meaning, said) && items.some((item) => item.preposition === preposition);
