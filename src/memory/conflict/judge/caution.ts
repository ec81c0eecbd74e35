import type { Action, Said } from "../text/action.ts";
import { isNear, likeness } from "../lexicon/lexicon.ts";
import { isWeak } from "../lexicon/weak.ts";
import { fits } from "../match.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";
import { prepositionSort } from "../text/preposition-sort.ts";
import { meaningsOf, partsOf } from "./nearness.ts";

/** The share of a rule's words from which on an action is too close to it. */
const enough = 0.75;
/** Items that such an action may have and the rule has not. */
const otherMax = 1;

/** Whether an action has nearly the words of a rule, so that it may bear on it although the judge found nothing. */
export function isTooClose(rule: ReadRule, action: Action): boolean {
  const parts = partsOf(rule);
  if (parts.some(isTold)) return false;
  const duty = rule.ban && rule.second ? rule.second : rule.main;
  if ((!rule.ban || rule.second) && fits(duty, action).some(({ level, state }) => level === "full" && state === "done"))
    return false;
  const wanted = parts.flatMap(meaningsOf);
  const said = action.steps.flatMap(({ items }) => items).filter(({ meaning }) => !isWeak(meaning));
  if (wanted.length < 2 || said.length > saidMax) return false;
  const met = wanted.filter((meaning) => said.some((item) => isNear(meaning, item.meaning)));
  const other = said.filter((item) => !wanted.some((meaning) => likeness(meaning, item.meaning) !== "unrelated"));
  if (rule.ban && parts.some((part) => isElsewhere(part, other, said))) return false;
  const rivals = said.some((item) =>
    wanted.some((meaning) => ["opposed", "sibling"].includes(likeness(meaning, item.meaning))),
  );
  const isDone = said.every(({ state }) => state === "done");
  return isDone && !rivals && other.length <= otherMax && met.length >= enough * wanted.length;
}

/** The action names a place of its own, where the rule names another. */
const isElsewhere = ({ needs }: Part, other: readonly Said[], said: readonly Said[]): boolean =>
  needs.some(
    (need) =>
      need.role === "place" &&
      !said.some((item) => isNear(need.meaning, item.meaning)) &&
      other.some(
        ({ preposition }) =>
          preposition !== undefined && prepositionSort(preposition) === prepositionSort(need.preposition),
      ),
  );

/** Items of an action that can be too close; a longer one says more than one thing. */
const saidMax = 12;

/** A number that is no range, an owner, a negation or "outside" tells for certain whether the action is meant. */
const isTold = ({ needs }: Part): boolean =>
  needs.some(
    ({ negated, preposition, meaning }) =>
      (meaning.numbers !== undefined && !meaning.isOpen) ||
      negated ||
      preposition === "outside" ||
      meaning.base === "own",
  );
