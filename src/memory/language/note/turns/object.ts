import { lowerAt, type Token } from "../../tokens.ts";
import { wordSet } from "../../word-set.ts";
import { userAt } from "../user-at.ts";
import { isUser, type Walk } from "../walk.ts";
import type { Turn } from "./turn.ts";

/** "Call them Ana", "mails to the user". */
export function object(walk: Walk, at: number): Turn | undefined {
  const { words, told } = walk;
  const word = lowerAt(words, at);
  if (objects.has(word)) {
    const isMe = isUser(walk, word) && addressing.has(lowerAt(words, at - 1)) && !isOfVerb(words, told, at);
    return isMe ? { to: at + 1, instead: "me" } : undefined;
  }
  const to = word === "the" ? userAt(words, at) : undefined;
  const next = lowerAt(words, to ?? 0);
  return to !== undefined && (!/^\p{L}/u.test(next) || behind.has(next)) ? { to, instead: "me" } : undefined;
}

export const objects = wordSet("them him her");

/** "Call her", "with her", "her and": whom it is about. "Her mails" are what she has. */
export function isWhom(words: readonly Token[], at: number): boolean {
  const next = lowerAt(words, at + 1);
  return addressing.has(lowerAt(words, at - 1)) || !/^[\p{L}\p{N}]/u.test(next) || behind.has(next);
}

/** "Lives with him", "is married to her": whom the user does something with is another. */
function isOfVerb(words: readonly Token[], told: number | undefined, at: number): boolean {
  return told !== undefined && at - told <= 2 && prepositions.has(lowerAt(words, at - 1));
}
const prepositions = wordSet("with to for by");
const addressing = wordSet(
  "call calling address addressing remind ask asking tell contact contacting notify give send disturb with to for by",
);
const behind = wordSet("to in on at by with for from when if before after and or as about until unless not");
