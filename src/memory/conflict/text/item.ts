import { numberWord } from "../../language/number-words.ts";
import { wordAt, type Token } from "./tokens.ts";
import { wordSet } from "../../language/word-set.ts";
import {
  asAct,
  asName,
  baseOf,
  isPhrase,
  phraseMax,
  meaningOf,
  numbered,
  startsPhrase,
  type Meaning,
} from "../lexicon/lexicon.ts";
import { counts, isJoinedAt, isVersion, numbersBehind, numberedWord } from "./numbers.ts";
import { takesName } from "../lexicon/branches.ts";
import { determiners, empty, particles, prepositions, timeWords } from "./words.ts";

/** A word or phrase with a meaning, at its place in a text. */
export type Item = {
  readonly meaning: Meaning;
  readonly word: string;
  /** Index of its first token and of the one behind it. */
  readonly from: number;
  readonly to: number;
  /** The preposition before its noun phrase. */
  readonly preposition?: string;
  /** "unencrypted", "nobody", "no answer": the word itself, or the one before it, negates. */
  readonly prefixed: boolean;
  /** A name: a word with a capital, not at the beginning, that the lexicon does not know. */
  readonly isName?: boolean;
};

/** The items of a range of tokens, longest phrases first, each token once. */
export function itemsOf(tokens: readonly Token[], from: number, to: number): Item[] {
  const items: Item[] = [];
  let preposition: string | undefined;
  for (let at = from; at < to;) {
    const token = tokens[at]!;
    if (token.kind === "number" && tokens[at + 1]?.text === "%") {
      items.push({ meaning: meaningOf("percentag"), word: token.word, from: at, to: at + 2, prefixed: false });
      at += 2;
      continue;
    }
    if (token.kind !== "word" || (isVersion(token) && numbersLast(items, tokens, at))) {
      if (token.kind === "mark" && token.text !== "/" && token.text !== "-") preposition = undefined;
      at++;
      continue;
    }
    const phrase = phraseAt(tokens, at, to);
    if (
      !phrase &&
      !isRecord(tokens, at) &&
      (isEmpty(token.word) || isOfficeHours(tokens, at) || isQuarter(tokens, at))
    ) {
      if (prepositions.has(token.word)) preposition = token.word;
      else if (token.word === "and" || token.word === "or" || token.word === "then") preposition = undefined;
      at++;
      continue;
    }
    const end = phrase?.to ?? at + 1;
    const isInfinitive = preposition === "to" && tokens[at - 1]?.word === "to" && !isBranch(items.at(-1), at - 1);
    if (isInfinitive && meaningOf(phrase?.key ?? baseOf(token.word)).act) preposition = undefined;
    const plain = phrase ? { key: phrase.key, prefixed: false } : (apart(tokens, at, to) ?? withoutPrefix(token.word));
    const meaning = meaningAt(tokens, plain.key, { at, end, isFirst: items.length === 0 });
    const commands = items.length === 0 && preposition === undefined && isCommand(tokens, at, end);
    items.push({
      meaning: commands ? asAct(meaning) : meaning,
      word: token.word,
      from: at,
      to: end,
      ...(preposition !== undefined && { preposition }),
      prefixed: plain.prefixed || isNegated(tokens, at),
      ...(isName(tokens, at, plain.key) && { isName: true }),
    });
    at = end;
  }
  return items;
}

/** "non-alcoholic". */
const isNegated = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === "-" && tokens[at - 2]?.word === "non";

/** "push to develop": what stands behind a verb and "to" is a name. */
const isBranch = (verb: Item | undefined, to: number): boolean => verb?.to === to && takesName(verb.meaning);

/** "node v18": the version is the number of the item before it. */
const numbersLast = (items: readonly Item[], tokens: readonly Token[], at: number): boolean =>
  items.at(-1)?.meaning.numbers !== undefined && items.at(-1)!.to === (tokens[at - 1]?.text === "-" ? at - 1 : at);

/** What the tables do not know as a whole may end in its number: "node1". */
function meaningAt(
  tokens: readonly Token[],
  key: string,
  { at, end, isFirst }: { at: number; end: number; isFirst: boolean },
): Meaning {
  const whole = meaningOf(key);
  const parts = whole.isListed || whole.uses ? undefined : numberedWord(tokens, at);
  if (parts) return numbered(meaningOf(baseOf(parts.word)), parts.numbering);
  // "Ship v2": what is done to a version.
  if (whole.act && (counts(tokens, end) || (isFirst && isVersion(tokens[end])))) return whole;
  return numbered(isJoinedAt(tokens, end) ? asName(whole) : whole, numbersBehind(tokens, end));
}

const objects = wordSet("it them him her me us all every each any both");
const urging = new Set(["never", "not", "always", "please", "to", "must", "should"]);

/** "Ship the release", "never ship on Fridays": a word that can be a verb is one before an object, or behind "never" or "to". */
function isCommand(tokens: readonly Token[], at: number, end: number): boolean {
  const before = wordAt(tokens, at - 1);
  if (determiners.has(before)) return false;
  const next = wordAt(tokens, end);
  return determiners.has(next) || objects.has(next) || urging.has(before);
}

function isName(tokens: readonly Token[], at: number, key: string): boolean {
  const before = tokens[at - 1];
  if (!before || before.text === "." || isPhrase(key)) return false;
  const first = tokens[at]!.text[0]!;
  return first !== first.toLowerCase();
}

export function isOfficeHours(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at + 1]?.word === "hours" && ["business", "office", "working", "work", "opening"].includes(tokens[at]!.word)
  );
}

/** "Write the minutes": a record, not a time. */
const isRecord = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.word === "minutes" &&
  ["write", "take", "keep", "the", "without", "no", "need", "needs", "send", "writing", "writes"].includes(
    wordAt(tokens, at - 1),
  );

const each = new Set(["every", "each", "per", "a"]);

/** "every quarter": it is a time, and no item. */
const isQuarter = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.word === "quarter" && each.has(wordAt(tokens, at - 1));

function isEmpty(word: string): boolean {
  return empty.has(word) || timeWords.has(word) || numberWord(word) !== undefined;
}

function phraseAt(tokens: readonly Token[], at: number, to: number): { key: string; to: number } | undefined {
  if (!startsPhrase(baseOf(tokens[at]!.word))) return undefined;
  const isNoun = determiners.has(wordAt(tokens, at - 1));
  let key = baseOf(tokens[at]!.word);
  let found: { key: string; to: number } | undefined;
  let words = 1;
  for (let next = at + 1; next < to && words < phraseMax; next++) {
    const token = tokens[next]!;
    if (token.text === "-") continue;
    if (token.kind !== "word") break;
    key += ` ${baseOf(token.word)}`;
    words++;
    if (isPhrase(key) && !(isNoun && particles.has(token.word)) && !isPassive(tokens, at, next))
      found = { key, to: next + 1 };
  }
  return found;
}

const places = new Set(["on", "in", "to", "at", "over"]);

/** "is kept on a leash": not what "keep on" means. */
const isPassive = (tokens: readonly Token[], at: number, last: number): boolean =>
  tokens[at - 1]?.word === "be" && places.has(tokens[last]!.word) && determiners.has(wordAt(tokens, last + 1));

/** "unencrypted" is "encrypted", negated, where that is known. */
function withoutPrefix(word: string): { key: string; prefixed: boolean } {
  const base = baseOf(word);
  if (isPhrase(base) || !word.startsWith("un") || word.length < 6) return { key: base, prefixed: false };
  const rest = baseOf(word.slice(2));
  return isPhrase(rest) ? { key: rest, prefixed: true } : { key: base, prefixed: false };
}

/** "unanswered". */
export const isPrefixed = (word: string): boolean => withoutPrefix(word).prefixed;

/** Whether a particle with `next` behind it belongs to its verb, and is not the preposition of a noun. */
function endsPhrase(next: Token | undefined): boolean {
  if (!next || next.kind === "mark") return true;
  if (next.kind !== "word") return false;
  const saysHow = next.word.endsWith("ly") || withoutPrefix(next.word).prefixed;
  return saysHow || (!determiners.has(next.word) && empty.has(next.word));
}

/** A particle stands fewer tokens than this behind its verb. */
const apartMax = 7;

/** "take the emojis out" is "take out". */
function apart(tokens: readonly Token[], at: number, to: number): { key: string; prefixed: boolean } | undefined {
  const base = baseOf(tokens[at]!.word);
  if (!startsPhrase(base)) return undefined;
  for (let next = at + 2; next < Math.min(to, at + apartMax); next++) {
    const { word } = tokens[next]!;
    if (!particles.has(word) || !endsPhrase(tokens[next + 1])) continue;
    const key = `${base} ${baseOf(word)}`;
    if (isPhrase(key)) return { key, prefixed: false };
  }
  return undefined;
}
