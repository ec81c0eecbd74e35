import { baseOf, likeness, meaningOf, type Meaning } from "../lexicon/lexicon.ts";
import { wordAt, type Token } from "./tokens.ts";
import { determiners, doubts, negators, omitting, particles, removing } from "./words.ts";
import { wordSet } from "../../language/word-set.ts";

/** The keys of a text's words in their order, each between two spaces, to be looked for in another's. */
export type KeyText = string;

/** Words that do not change what is to be done. What a duty may turn on is none: "no", "some", "same", "last", "before". */
const idle = new Set([
  ...[...determiners].filter((word) => !["no", "some", "any"].includes(word)),
  ...wordSet("is are was were be been being am must should shall will always please"),
]);
const obliging = new Set(["has", "have", "need", "needs"]);

const plainMarks = new Set(".,;:!-()\u2013\u2014\u2026");

/** Not so the sign of "-5 degrees". */
function isPlainMark(tokens: readonly Token[], at: number): boolean {
  const { text, start } = tokens[at]!;
  const before = tokens[at - 1];
  const isSign =
    text === "-" && tokens[at + 1]?.kind === "number" && (!before || before.start + before.text.length < start);
  return plainMarks.has(text) && !isSign;
}

function isIdle(tokens: readonly Token[], at: number): boolean {
  const { kind, word } = tokens[at]!;
  if (kind === "mark") return isPlainMark(tokens, at);
  const isObliging = (place: number) => obliging.has(wordAt(tokens, place)) && tokens[place + 1]?.word === "to";
  return idle.has(word) || isObliging(at) || isObliging(at - 1);
}

const keyOf = ({ kind, text, word }: Token): string => (kind === "quote" ? `"${text.toLowerCase()}"` : baseOf(word));

/**
 * A text's words as they stand, and with the verb of each passive before what it is done to: "the door is locked after work" is also
 * "lock door after work".
 */
export function keyTextsOf(tokens: readonly Token[]): readonly KeyText[] {
  const plain: string[] = [];
  const turned: string[] = [];
  const withParticle: string[] = [];
  /** Where the clause began. */
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    const { kind, text, word } = token;
    if (text === "," || openers.has(word)) start = plain.length + (kind === "mark" ? 0 : 1);
    if (isIdle(tokens, at)) continue;
    const key = keyOf(token);
    plain.push(key);
    const isVerb = isParticiple(tokens, at);
    turned.splice(isVerb ? start : turned.length, 0, key);
    const follows = particles.has(word) && isParticiple(tokens, at - 1);
    withParticle.splice(isVerb ? start : follows ? start + 1 : withParticle.length, 0, key);
  }
  return [...new Set([plain, turned, withParticle].map((keys) => ` ${keys.join(" ")} `))];
}

/** Words that a clause begins with. */
const openers = wordSet("before after when whenever if once while until as and or but");
const being = new Set(["is", "are", "was", "were", "be", "been"]);

/** "is locked", "are not kept". */
const isParticiple = (tokens: readonly Token[], at: number): boolean =>
  being.has(wordAt(tokens, at - 1)) && /(?:ed|en|wn|ept|old|ent|ought|ut|eft|id)$/u.test(tokens[at]!.word);

/** What an action says of a text: that and nothing besides (`only`), or something around it that does not take it back (`among`). */
export type Saying = "only" | "among";

/** Whether one text says another in its own words, without a break. `meanings`: of the words of the other. */
export function sayingOf(
  said: readonly KeyText[],
  wanted: readonly KeyText[],
  meanings: () => readonly Meaning[],
): Saying | undefined {
  const found = wanted
    .filter((words) => words.trim() !== "")
    .flatMap((words) => said.map((all) => ({ all, at: all.indexOf(words), words })))
    .filter(({ at }) => at >= 0);
  if (found.some(({ all, words }) => all.length === words.length)) return "only";
  if (found.length === 0) return undefined;
  const meant = meanings();
  const isPlain = found.some(({ all, at, words }) => {
    const others = `${all.slice(0, at)} ${all.slice(at + words.length)}`.split(" ").filter((word) => word !== "");
    return !others.some((word) => takesBack(word, meant));
  });
  return isPlain ? "among" : undefined;
}

const doubting = new Set([
  ...[...negators, ...doubts, "only", "or", "unless", "except", "but", "instead", "if", "half", "some"].map(baseOf),
  ...omitting,
  ...removing,
]);

/** A word that may take back what stands beside it. */
const takesBack = (word: string, meant: readonly Meaning[]): boolean =>
  doubting.has(word) || meant.some((meaning) => likeness(meaning, meaningOf(word)) === "opposed");
