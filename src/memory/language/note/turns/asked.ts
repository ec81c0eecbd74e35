import { isCapital, lowerAt, type Token } from "../../tokens.ts";
import { wordSet } from "../../word-set.ts";
import { isAssistant } from "../program.ts";
import { userAt, verbAt } from "../user-at.ts";
import type { Walk } from "../walk.ts";
import { adverbs } from "../words.ts";
import type { Turn } from "./turn.ts";

/** Behind which verb, and behind whom, something was asked. `isPerfect`: they "have asked". `says`: they told it. */
type Asking = {
  readonly behind: number;
  readonly isAddressed: boolean;
  readonly isPerfect: boolean;
  readonly verb: string;
};

/**
 * What a note tells that its user asked of who reads it: "User has asked the assistant never to call" is "Never call", "User asked to be
 * called Ana" is "I want to be called Ana". What they asked of others, or whether something is so, is told and no wish.
 */
export function asked({ words }: Walk, at: number): Turn | undefined {
  const asking = askingAt(words, at);
  if (!asking) return undefined;
  return askedTo(words, asking) ?? (saying.has(asking.verb) ? undefined : askedFor(words, asking));
}

function askingAt(words: readonly Token[], at: number): Asking | undefined {
  const end = userAt(words, at);
  const first = end === undefined ? undefined : verbAt(words, end);
  if (end === undefined || first === undefined) return undefined;
  const isPerfect = lowerAt(words, first) === "has";
  const place = isPerfect ? (verbAt(words, first + 1) ?? first) : first;
  const verb = lowerAt(words, place);
  const isDenied = words.slice(end, place).some(({ lower }) => denying.has(lower));
  if (isDenied || !(asks.has(verb) || saying.has(verb))) return undefined;
  const behind = addresseeEnd(words, place + 1);
  return { behind, isAddressed: behind > place + 1, isPerfect, verb };
}
const asks = wordSet("asked asks requested requests instructed instructs insisted insists demanded demands ordered");
const saying = wordSet("told tells said says");
const denying = wordSet("never rarely longer");

/** Behind "me", "the assistant". */
function addresseeEnd(words: readonly Token[], at: number): number {
  if (lowerAt(words, at) === "me") return at + 1;
  return isAssistant(words, at) ? at + 2 : at;
}

/** "Never to call", "to be called Ana". */
function askedTo(words: readonly Token[], { behind, isAddressed }: Asking): Turn | undefined {
  const how = lowerAt(words, behind);
  const to = Object.hasOwn(wished, how) ? behind + 1 : behind;
  if (lowerAt(words, to) !== "to" || !isVerb(words, to + 1)) return undefined;
  if (!isAddressed && isPassive(words, to + 1)) return wish(to, to > behind ? wished[how]! : "I want");
  return Object.hasOwn(ordered, how) ? wish(to + 1, ordered[how]!) : wish(behind, "I ask you");
}
const wished: Readonly<Record<string, string>> = {
  never: "I never want",
  always: "I always want",
  not: "I do not want",
};
const ordered: Readonly<Record<string, string>> = { never: "Never", always: "Always" };

/** "To Tom", "to their kids": whom it was said to. */
function isVerb(words: readonly Token[], at: number): boolean {
  const word = words[at];
  return word !== undefined && !isCapital(word) && !articles.has(word.lower);
}
const articles = wordSet("a an the their his her its this that everybody everyone somebody someone him them it");

const isPassive = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "be" || (adverbs.has(lowerAt(words, at)) && lowerAt(words, at + 1) === "be");

/** "That replies be short", "for answers to be short". Once, it was for once, but for how things are to be. */
function askedFor(words: readonly Token[], { behind, isPerfect, verb }: Asking): Turn | undefined {
  const next = lowerAt(words, behind);
  if (next === "that") return wish(behind, "I ask");
  const wanted = words.slice(behind, behind + wishMax);
  const isNamed = verb === "requested" && !wanted.some(({ lower }) => lower === "to");
  const isLasting = next === "for" ? isPerfect || isToBe(wanted) : isPerfect && isNamed;
  if (!isLasting || !lasting.has(verb)) return undefined;
  return wish(next === "for" ? behind + 1 : behind, "I want");
}
const lasting = wordSet("asked requested");
const wishMax = 8;

const isToBe = (words: readonly Token[]): boolean =>
  words.some(({ lower }, at) => lower === "to" && lowerAt(words, at + 1) === "be");

const wish = (to: number, instead: string): Turn => ({ to, instead, isOfUser: true });
