import { numberWord } from "../../language/number-words.ts";
import { wordSet } from "../../language/word-set.ts";
import { namesBranch, takesName } from "../lexicon/branches.ts";
import { baseOf, isNear, isOtherNumber, isSame, likeness, type Meaning } from "../lexicon/lexicon.ts";
import { isWeak } from "../lexicon/weak.ts";
import { isMeasured } from "../measure/quantity.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";
import type { Action, Said } from "../text/action.ts";
import { tokensOf, type Token } from "../text/tokens.ts";
import { empty, timeWords } from "../text/words.ts";

/**
 * Why an action that fits no act of a rule is certain to be another, though it has words of it; undefined where it may be the same: where
 * it is code or takes more than one step, says anything besides, or one of the two speaks of more than it names.
 */
export function otherwise(rule: ReadRule, part: Part, action: Action): string | undefined {
  if (action.code?.isWhole)
    return !namesMore(rule) && doesOtherwise(part, action) ? "the command does something else" : undefined;
  const [step, ...others] = action.steps.filter(({ items }) => items.length > 0);
  if (!step || others.length > 0 || action.code !== undefined || isBroad(part, action)) return undefined;
  if (namesOther(part, step.items, action)) return "the action names one with a different number";
  if (isOpposite(part, step.items)) return "the action does the opposite";
  if (takesOther(part, step.items)) return "the action uses a different one";
  if (namesOtherBranch(part, step.items)) return "the action names a different branch";
  return undefined;
}

/** Whether a rule may be about more than the act or the command that was read of it: "never push or delete". */
export const namesMore = ({ rule }: ReadRule): boolean =>
  /[,;:/&+()–—]|\.\s|\s-\s|\b(?:and|or|nor|any|other|like|such|similar|etc|plus|well)\b/i.test(rule.rule);

/**
 * Bases of verbs that commands have in words as rules have them: what a command does is said with the same. Not "fetch" and "pull":
 * what shows or reads data does that, too.
 */
const exact = wordSet(
  `push merg rebas commit delet remov eras drop truncat instal uninstal restart reboot kil publish terminat revert stash
   email mail book buy order pay schedul cancel refund`,
);

/** Verbs of which one act may have several: a pod is deleted, and so it is terminated. */
const ending = wordSet("delet remov eras drop truncat uninstal kil terminat restart reboot revert cancel stop discard");
/** What a command does besides, by how it begins: another act of it is not certain. */
const besides: Readonly<Record<string, ReadonlySet<string>>> = {
  pull: wordSet("fetch merg commit rebas"),
  push: wordSet("publish merg commit"),
  fetch: wordSet("pull"),
};

/** "git commit" for "never push": all that an action does is known, and nothing of it is the act. */
function doesOtherwise({ verb }: Part, { steps, code }: Action): boolean {
  if (verb === undefined || !(exact.has(verb.base) || verb.base === "forc push")) return false;
  const may = (word = "") =>
    baseOf(word) === verb.base || (Object.hasOwn(besides, word) && besides[word]!.has(verb.base));
  const isSaid = (meaning: Meaning) => isSame(verb, meaning) || (ending.has(verb.base) && ending.has(meaning.base));
  return (
    !code?.commands.some(({ words }) => may(words[0])) &&
    !steps.some(({ items }) => items.some(({ meaning }) => isSaid(meaning)))
  );
}

/** Words with which more is meant than what has a name: "everything but node-2", "node-2 and its sibling", "1.1 or older". */
const broad = wordSet(
  `all every everything everyone each any anything both whole entire complete full rest remaining remainder other others another same else
   except excepting excluding but besides without apart than not only older newer earlier later lower higher lesser greater less more most
   above below under over between beyond through thru until till up down upward upwards onward onwards its their them these those
   first last previous next following etc`,
);

/** Words without a meaning of their own that join those with one, and mean no more. */
const joining = wordSet("a an the and or nor to into onto in on at of for from");
/** What an action may say besides: who does it, politely, and when: "I will restart node-2 now, at 10 pm". */
const framing = wordSet("i we us let will shall would should please now am pm");
const plainMarks = new Set([",", "/", "&", "#", "-", "."]);

const isBroad = ({ text }: Part, { tokens }: Action): boolean =>
  !isPlain(tokensOf(text), new Set()) || !isPlain(tokens, framing);

/**
 * Nothing is said but numbers, words with a meaning, what joins them, days, and `besides`: not "port 22 or the like", "port 22 and on",
 * "2.*", "the second node".
 */
const isPlain = (tokens: readonly Token[], besides: ReadonlySet<string>): boolean =>
  tokens.every(({ kind, text, word }, at) => {
    const next = tokens[at + 1];
    if (kind === "mark") return plainMarks.has(text) && (text !== "." || next?.text !== ".");
    if (kind === "quote" || broad.has(word)) return false;
    if (joining.has(word)) return next !== undefined && next.kind !== "mark";
    const isMeant = !empty.has(word) && !timeWords.has(word) && numberWord(word) === undefined;
    const isDay = timeWords.has(word) && tokens[at - 1]?.word === "on";
    return kind === "number" || isMeant || isDay || besides.has(word);
  });

const isSaid = (meaning: Meaning, said: readonly Said[]): boolean => said.some((item) => isNear(meaning, item.meaning));

/** The item is something that the rule speaks of. */
const isOf = ({ verb, needs }: Part, item: Said): boolean =>
  (verb !== undefined && isNear(verb, item.meaning)) || needs.some(({ meaning }) => isNear(meaning, item.meaning));

/** "12", "3.12"; not the "4xx" that may be any of them. */
const isWhole = (number: string): boolean => /^\d+(?:\.\d+)*$/u.test(number);

const isNumbered = ({ numbers = [] }: Meaning): boolean => numbers.length > 0 && numbers.every(isWhole);

/** "server" of "server db-1"; "nodes" of "nodes, node-1" are more than the one. */
function saysWhichSort({ needs, text }: Part, at: number): boolean {
  const { meaning, word } = needs[at]!;
  const next = needs[at + 1];
  const isOne = meaning.thing && !meaning.act && !meaning.numbers && !word.endsWith("s");
  return isOne && next?.meaning.numbers !== undefined && text.toLowerCase().includes(`${word} ${next.word}`);
}

/** The action does something to "node-2", and says nowhere "node-1"; the rule says nothing but its act and what it numbers. */
function namesOther(part: Part, items: readonly Said[], { tokens }: Action): boolean {
  const needs = part.needs.filter((_, at) => !saysWhichSort(part, at));
  if (!needs.every(({ meaning, preposition }) => isNumbered(meaning) && preposition !== "from")) return false;
  const others = items.filter((item) =>
    needs.some((need) => isOtherNumber(need.meaning, item.meaning) && need.preposition === item.preposition),
  );
  if (
    others.length === 0 ||
    !others.every(({ meaning }) => isNumbered(meaning)) ||
    needs.some(({ meaning }) => isSaid(meaning, items))
  )
    return false;
  const numbers = items
    .flatMap(({ meaning }) => meaning.numbers ?? [])
    .flatMap((number) => [number, ...number.split(/\D+/)]);
  const hasWeakVerb = !part.verb || isWeak(part.verb);
  const isRead = tokens.every(
    ({ kind, word }, at) =>
      kind !== "number" || isMeasured(tokens, at) || numbers.includes(word.replace(/^0+(?=\d)/, "")),
  );
  return (
    isRead &&
    items.every(
      (item, at) => others.includes(item) || isOf(part, item) || (at === 0 && item.meaning.act && hasWeakVerb),
    )
  );
}

/** "Pull from main" for "push to main". */
function isOpposite(part: Part, items: readonly Said[]): boolean {
  const [first, ...rest] = items;
  if (!part.verb || !first || likeness(part.verb, first.meaning) !== "opposed") return false;
  const { needs } = part;
  return (
    needs.length > 0 && needs.every(({ meaning }) => isSaid(meaning, rest)) && rest.every((item) => isOf(part, item))
  );
}

/** "Use https" for "use http": of what only one can be chosen. */
function takesOther({ verb, needs }: Part, items: readonly Said[]): boolean {
  const [banned, ...others] = needs;
  if (!verb || banned?.role !== "object" || others.length > 0 || banned.meaning.numbers) return false;
  const isOther = ({ meaning }: Said) => likeness(banned.meaning, meaning) === "opposed";
  return items.some(isOther) && items.every((item) => isOther(item) || isNear(verb, item.meaning));
}

/** "Push to develop" for "push to main". Of other places nothing is certain: they are told in many words. */
function namesOtherBranch(part: Part, items: readonly Said[]): boolean {
  const { verb, needs } = part;
  const [banned, ...others] = needs.filter(({ role }) => role === "place");
  if (!verb || !takesName(verb) || !banned || !namesBranch(banned.meaning) || others.length > 0) return false;
  if (needs.some((need) => need !== banned && (need.role === "object" || need.preposition !== undefined))) return false;
  if (isSaid(banned.meaning, items)) return false;
  const named = items.find(({ preposition }) => preposition === banned.preposition);
  if (!named || !namesBranch(named.meaning)) return false;
  return isSaid(verb, items) && items.every((item) => item === named || isOf(part, item));
}
