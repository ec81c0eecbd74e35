import { wordSet } from "../../language/word-set.ts";
import { baseOf } from "../lexicon/lexicon.ts";
import { usesOf } from "../../language/wordnet.ts";
import type { Action } from "../text/action.ts";

/* What shows in a text; undefined where it shows neither that nor its opposite. */

/** How many words behind the first begin with a capital. */
export const capitals = (text: string): number =>
  text
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[A-Z][a-z]/.test(word)).length;

/** "usrCnt", "usr_cnt". */
export const namePattern = /[a-z][A-Z]|[a-z]_[a-z]/;

/** "usrCnt": a part of a name that is no word. */
export const hasShortened = (text: string): boolean =>
  text
    .split(/[^A-Za-z_]+/)
    .filter((name) => namePattern.test(name))
    .flatMap((name) => name.split(/_|(?<=[a-z])(?=[A-Z])/))
    .some((word) => word.length > 2 && word.length < 6 && usesOf(baseOf(word.toLowerCase())) === undefined);

/** One of the words as a whole, in just these letters. */
export function hasWord(text: string, words: readonly string[]): boolean {
  const found = text.split(/[^A-Za-z]+/);
  return words.some((word) => found.includes(word));
}

/** Letters that have a lower and an upper case. */
export const hasLetters = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/** "were made", "is being built". */
export function passive(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.some((word, at) => {
    if (!["is", "are", "was", "were", "been", "being", "be"].includes(word)) return false;
    const next = words[at + 1] === "not" || (words[at + 1] ?? "").endsWith("ly") ? words[at + 2] : words[at + 1];
    return next !== undefined && (next.endsWith("ed") || participles.has(next));
  });
}

const participles = wordSet(
  "made done given taken written seen known found sent built held kept left lost paid put read said sold told thought brought bought caught chosen drawn driven eaten felt forgotten gotten grown heard hidden hit led met run shown shut sung spoken spent stolen taught thrown understood won worn broken begun",
);

/** A commit's message: "fix(api)!: count again". */
export const conventional = (text: string): boolean =>
  /^(?:feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(?:\([^)]{1,50}\))?!?: \S/.test(text);

/** Whether all names of more than one word that the action gives are good; undefined where it gives none. */
export function named(text: string, action: Action, good: (name: string) => boolean): boolean | undefined {
  const source = action.quotes.length > 0 ? text : action.text;
  const names = source.split(/[^A-Za-z0-9_-]+/).filter((name) => /[a-z][A-Z]|[a-z]_[a-z]|[a-z]-[a-z]/.test(name));
  return names.length === 0 ? undefined : names.every(good);
}

/** Words that are spelt otherwise in America, and how, in the same order. */
export const british =
  "colour behaviour favour honour centre metre theatre organise realise analyse catalogue dialogue travelling cancelled licence defence grey tyre labour neighbour flavour programme cheque jewellery organisation customise initialise optimise favourite".split(
    " ",
  );
export const american =
  "color behavior favor honor center meter theater organize realize analyze catalog dialog traveling canceled license defense gray tire labor neighbor flavor program check jewelry organization customize initialize optimize favorite".split(
    " ",
  );

/** A bad spelling, its plural and its past count too: one is enough. */
export function spelling(text: string, good: readonly string[], bad: readonly string[]): boolean | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  if (words.some((word) => bad.some((each) => word === each || word === `${each}s` || word === `${each}d`)))
    return false;
  return words.some((word) => good.includes(word)) ? true : undefined;
}

/** Whether values stand apart from the SQL that the action holds; undefined where it holds none. */
export function parameterised(_text: string, { text }: Action): boolean | undefined {
  if (!/select |insert |update |delete |where /i.test(text)) return undefined;
  if (/["'`]\s*\+|\+\s*["'`]|\$\{|f"/.test(text)) return false;
  if (text.includes("%s")) return /["'],\s*[([]/.test(text);
  return /\?|\$\d|:\w+|@\w+/.test(text) ? true : undefined;
}

/** Whether an amount is in metric units, or in others. */
export function unitSystem(text: string): boolean | undefined {
  if (/\d\s?(?:cups?|ounces?|oz|pounds?|lbs?|miles?|feet|foot|inch(?:es)?|yards?|fahrenheit|°F)\b/i.test(text))
    return false;
  return /\d\s?(?:g|kg|ml|l|m|cm|km|litres?|grams?|kilos?|met(?:er|re)s?|celsius|°C)\b/i.test(text) ? true : undefined;
}

/** "Hi Jenny" has no last name, "Dear Ms Novak" has one. */
export function addressed(text: string): boolean | undefined {
  if (/\b(?:Mr|Mrs|Ms|Dr|Herr|Frau)\.? [A-Z]/.test(text)) return true;
  return /^(?:hi|hello|hey|dear|good morning),? [A-Z][a-z]+\b/i.test(text) ? false : undefined;
}

/** Whether a date is "2026-03-14", or "14.3.2026". */
export function isoDate(text: string): boolean | undefined {
  if (/\b\d{4}-\d\d-\d\d\b/.test(text)) return true;
  return /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/.test(text) ? false : undefined;
}
