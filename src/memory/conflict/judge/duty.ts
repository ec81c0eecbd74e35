import { wordSet } from "../../language/word-set.ts";
import type { Action, Said } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { isNear, isSame, likeness, type Meaning } from "../lexicon/lexicon.ts";
import { fits, idle } from "../match.ts";
import type { Need } from "../part.ts";
import { isWeak } from "../lexicon/weak.ts";
import type { ReadRule } from "../rule.ts";
import { areContrary, prepositionSort } from "../text/preposition-sort.ts";
import { hasPronoun } from "../text/surroundings.ts";
import { isOfWords, sizeOf, sizes } from "../measure/size.ts";
import { byLevel } from "./ban.ts";
import { shortage } from "./shortage.ts";
import { broken, safe, unsure } from "./verdict.ts";

/** A duty or a preference without an occasion: broken where the action refuses it, or takes what excludes it. */
export function judgeDuty(rule: ReadRule, action: Action): Verdict {
  const [fit] = fits(rule.main, action).filter(({ hasVerb }) => hasVerb);
  if (fit && fit.level === "full") {
    if (fit.state === "negated" || fit.state === "removed" || fit.state === "excepted")
      return broken(rule, "the action says that it will not do this", fit.share);
    const short = shortage(rule, action);
    if (short !== undefined) return broken(rule, `the action falls short of this (${short})`, fit.share);
    return safe(rule, "the action does this", fit.share);
  }
  const short = fit && fit.share >= 0.5 && fit.state === "done" ? shortage(rule, action) : undefined;
  if (fit && short !== undefined) return broken(rule, `the action falls short of this (${short})`, fit.share);
  if (fit && fit.share >= 0.5 && (fit.state === "negated" || fit.state === "removed")) {
    return broken(rule, "the action says that it will not do this", fit.share);
  }
  if (isLeftUndone(rule, action)) return broken(rule, "the action leaves this undone", fit?.share ?? 0.5);
  if (isTurnedRound(rule, action)) return broken(rule, "the action does the opposite", fit?.share ?? 0.5);
  if (rule.strict && goesElsewhere(rule, action))
    return broken(rule, "the action does this in a different place or way", fit?.share ?? 0.5);
  const against = againstIn(rule, action);
  if (against !== undefined) return broken(rule, "the action does something that rules this out", against);
  return unsure(rule, "nothing in the action goes against this", fit?.share ?? 0);
}

/** "Leave the key as it is", where it is to be rotated. */
export function isLeftUndone({ main }: ReadRule, action: Action): boolean {
  const { verb, needs } = main;
  const objects = needs.filter(({ role }) => role === "object");
  if (!verb || isWeak(verb) || idle.has(verb.base) || objects.length === 0) return false;
  return action.steps.some((step, at) => {
    const { items } = step;
    const left = items.slice(0, 2).find(({ meaning, state }) => leaving.has(meaning.base) && state === "done");
    if (!left) return false;
    const before = hasPronoun(action, step) ? action.steps.slice(0, at).flatMap((other) => other.items) : [];
    const isAbout = objects.every((need) => [...before, ...items].some(({ meaning }) => isSame(need.meaning, meaning)));
    return isAbout && !items.some(({ meaning, state }) => state === "done" && isSame(verb, meaning));
  });
}

/** Bases of verbs that leave a thing as it was. */
const leaving = new Set(["leav", "keep"]);

/** "Let the dog off the lead", where it is to be kept on it. */
function isTurnedRound({ main }: ReadRule, action: Action): boolean {
  return action.steps.some(({ items }) => {
    const isTurned = ({ meaning, preposition, negated }: Need) =>
      !negated &&
      items.some(
        (item) => item.state === "done" && areContrary(preposition, item.preposition) && isSame(meaning, item.meaning),
      );
    const others = main.needs.filter((need) => need.role !== "modifier" && !isTurned(need));
    return (
      main.needs.some(isTurned) &&
      others.length > 0 &&
      others.every(({ meaning }) => items.some((item) => isSame(meaning, item.meaning)))
    );
  });
}

/** "Put the secrets into the config file", where they are to be put into the vault, and "eat in the cellar" for "in the garden". */
function goesElsewhere({ main }: ReadRule, action: Action): boolean {
  const { verb, needs } = main;
  const places = needs.filter(({ role, preposition }) => role === "place" && preposition !== undefined);
  const objects = needs.filter(({ role }) => role === "object");
  const [place] = places;
  if (!verb || places.length !== 1) return false;
  const isPlacing = placing.has(verb.base) && objects.length > 0;
  if (isWeak(verb) && !isPlacing) return false;
  const sort = prepositionSort(place!.preposition);
  if (!fillers.has(sort)) return false;
  return action.steps.some(({ items }) => {
    if (!items.some(({ meaning, state }) => state === "done" && isSame(verb, meaning))) return false;
    const isAbout = objects.every((need) => items.some(({ meaning }) => isSame(need.meaning, meaning)));
    const isPlaced = items.some(
      ({ preposition, meaning }) =>
        prepositionSort(preposition) === sort && (isPlacing || isOtherPlace(place!, { preposition, meaning })),
    );
    return isAbout && isPlaced && !items.some(({ meaning }) => isNear(place!.meaning, meaning));
  });
}

/** Bases of verbs that say little without their place. */
const placing = wordSet(
  "put stor keep sav plac fil host park upload send post record log mov hang submit deliver ship export",
);
const fillers = new Set(["where", "as"]);

/** "In the end", "at some point", "in part"; "in the city": what says when or how, or where the due place may be. */
const vague = wordSet(
  "end start begin middl top bottom front back head side part point way moment stage block log root path section depth position address area region citi city town countri country floor place",
);

type Placed = { preposition?: string | undefined; meaning: Meaning };

/** "In the cellar" for "in the garden", with any verb; "to the office" says where to, not where. */
const isOtherPlace = (due: Placed, said: Placed): boolean =>
  !vague.has(said.meaning.base) &&
  due.meaning.uses?.isPlace === true &&
  said.meaning.uses?.isPlace === true &&
  (due.preposition === "to") === (said.preposition === "to");

/** Steps before and behind one that are looked at together with it. */
const reach = 8;

/** The share of the rule that is met, where the action takes what excludes one thing of it; undefined where it does not. */
function againstIn(rule: ReadRule, action: Action): number | undefined {
  const { verb, needs } = rule.main;
  const strong = verb && !isWeak(verb) ? [verb] : [];
  const manners = needs.filter(({ role }) => role !== "object" || strong.length === 0);
  const hasPlace = needs.some(({ role }) => role === "place");
  const open =
    hasPlace && strong.length > 0
      ? needs.filter(({ role }) => role !== "object")
      : manners.length > 0
        ? manners
        : needs;
  for (const [at, step] of action.steps.entries()) {
    const near = action.steps.slice(Math.max(0, at - reach), at + reach);
    const around = near.filter(({ sentence }) => sentence === step.sentence).flatMap(({ items }) => items);
    const wanted = needs.map(({ meaning }) => sizes.get(meaning.base)).find((size) => size !== undefined);
    const size = wanted && sizeOf(step, action);
    const rest = needs.filter(({ meaning }) => !sizes.has(meaning.base));
    if (size && size !== wanted && (isOfWords(step, action) || rest.some(({ meaning }) => chosen(meaning, around))))
      return 1;
    const against = [...open.map(({ meaning }) => meaning), ...strong].find((meaning) => excluded(meaning, step.items));
    if (!against || chosen(against, around)) continue;
    const others = [...strong, ...needs.map(({ meaning }) => meaning)].filter((meaning) => meaning !== against);
    const met = others.filter((meaning) => around.some((said) => isNear(meaning, said.meaning)));
    const objects = needs.filter(({ role, meaning }) => role === "object" && meaning !== against);
    const hasObjects = objects.every(({ meaning }) => met.includes(meaning));
    if (met.length >= Math.min(others.length, 1) && hasObjects) return (met.length + 1) / (others.length + 1);
  }
  return undefined;
}

function excluded(meaning: Meaning, items: readonly Said[]): boolean {
  return items.some((said) => {
    const like = likeness(meaning, said.meaning);
    if (like === "same") return said.state === "negated" || said.state === "removed";
    return like === "opposed" && (said.state === "done" || said.state === "claimed");
  });
}

const chosen = (meaning: Meaning, items: readonly Said[]): boolean =>
  items.some((said) => said.state === "done" && isSame(meaning, said.meaning));

/** "Prefer A over B": broken where the action takes B. */
export function judgeChoice(rule: ReadRule, action: Action): Verdict {
  const [fit] = fits(rule.second!, action).filter(({ state }) => state === "done");
  if (!fit) return safe(rule, "the action does not choose the less preferred option");
  const betterDone = fits(rule.main, action).some(
    ({ level, state, rank }) => level === "full" && state === "done" && rank <= fit.rank,
  );
  if (betterDone) return safe(rule, "the action does this", fit.share);
  return byLevel(rule, action, fit);
}
