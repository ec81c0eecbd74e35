import type { Action } from "../text/action.ts";
import { isNear, isSame, type Meaning } from "../lexicon/lexicon.ts";
import { isWeak } from "../lexicon/weak.ts";
import type { ReadRule } from "../rule.ts";
import { meaningsOf, partsOf } from "./nearness.ts";

/** Words of a rule that an action has to say, of what it does, to be about what the rule is about. */
const leastDone = 2;

/**
 * Whether an action speaks of what a rule is about and denies a word of what it asks for, and no other: "Hand out the keys of the
 * depot without a receipt", where "whoever hands out keys of the depot gets a receipt".
 */
export function deniesDuty(rule: ReadRule, action: Action): boolean {
  const duty = dutyOf(rule);
  if (!duty || rule.limit) return false;
  const all = partsOf(rule).flatMap(meaningsOf);
  const said = action.steps.flatMap(({ items }) => items).filter(({ meaning }) => !isWeak(meaning));
  const denied = said.filter(({ state }) => state === "negated");
  const done = said.filter(({ state }) => state === "done");
  const isLeftOut = (meaning: Meaning) =>
    denied.some((item) => isSame(meaning, item.meaning)) && !done.some((item) => isSame(meaning, item.meaning));
  if (!duty.some(isLeftOut)) return false;
  if (!denied.every((item) => all.some((meaning) => isNear(meaning, item.meaning)))) return false;
  return done.filter((item) => all.some((meaning) => isSame(meaning, item.meaning))).length >= leastDone;
}

/** Whether an action denies some word of a rule. */
export const deniesWord = (rule: ReadRule, { steps }: Action): boolean =>
  partsOf(rule)
    .flatMap(meaningsOf)
    .some((meaning) =>
      steps.some(({ items }) => items.some((item) => item.state === "negated" && isNear(meaning, item.meaning))),
    );

/** What a rule asks for; undefined where it only forbids or chooses. */
function dutyOf({ ban, relation, main, second }: ReadRule): Meaning[] | undefined {
  if (relation === "over") return undefined;
  if (relation === "without") return meaningsOf(second!);
  return ban ? undefined : meaningsOf(main);
}
