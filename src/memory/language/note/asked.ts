import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { userAt, verbAt } from "./is-note.ts";
import { adverbs } from "./words.ts";

/**
 * What a note tells that its user asked of who reads it: "User has asked the assistant never to call" is "Never call", "User asked to be
 * called Ana" is "I want to be called Ana". What they asked of others, or whether something is so, is told and no wish.
 */
export function asked(words: readonly Token[], at: number): { to: number; instead: string } | undefined {
  const end = userAt(words, at);
  const first = end === undefined ? undefined : verbAt(words, end);
  if (end === undefined || first === undefined) return undefined;
  const isPerfect = lowerAt(words, first) === "has";
  const verb = isPerfect ? (verbAt(words, first + 1) ?? first) : first;
  const told = lowerAt(words, verb);
  if (!asking.has(told) && !saying.has(told)) return undefined;
  if (words.slice(end, verb).some(({ lower }) => denying.has(lower))) return undefined;
  const behind = addresseeEnd(words, verb + 1);
  const isAddressed = behind > verb + 1;
  const next = lowerAt(words, behind);
  const how = ways.has(next) ? next : "";
  const to = how === "" ? behind : behind + 1;
  if (lowerAt(words, to) === "to") {
    if (!isAddressed && isPassive(words, to + 1)) return { to, instead: wished[how] ?? "I want" };
    return how === "never" || how === "always"
      ? { to: to + 1, instead: ordered[how] }
      : { to: behind, instead: "I ask you" };
  }
  if (saying.has(told)) return undefined;
  if (next === "that") return { to: behind, instead: "I ask" };
  // Once, it was for once, but for how things are to be.
  const isLasting =
    isPerfect ||
    (next === "for" && words.slice(behind, behind + wishMax).some((_, place) => isToBe(words, behind + place)));
  return isLasting && lasting.has(told) ? { to: next === "for" ? behind + 1 : behind, instead: "I want" } : undefined;
}
/** "For answers to be short". */
const isToBe = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "to" && lowerAt(words, at + 1) === "be";
const wishMax = 8;
const ways = wordSet("never always not");
const wished: Readonly<Record<string, string>> = {
  never: "I never want",
  always: "I always want",
  not: "I do not want",
};
const ordered = { never: "Never", always: "Always" };
const lasting = wordSet("asked requested");

const asking = wordSet("asked asks requested requests instructed instructs insisted insists demanded demands ordered");
const saying = wordSet("told tells said says");
const denying = wordSet("never rarely longer");

/** Behind "me", "the assistant". */
function addresseeEnd(words: readonly Token[], at: number): number {
  if (lowerAt(words, at) === "me") return at + 1;
  return lowerAt(words, at) === "the" && readers.has(lowerAt(words, at + 1)) ? at + 2 : at;
}
const readers = wordSet("assistant ai chatbot");

const isPassive = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "be" || (adverbs.has(lowerAt(words, at)) && lowerAt(words, at + 1) === "be");
