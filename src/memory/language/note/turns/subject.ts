import { lowerAt, type Token } from "../../tokens.ts";
import { wordSet } from "../../word-set.ts";
import { behindAdverbs, userAt, verbAt } from "../user-at.ts";
import type { Walk } from "../walk.ts";
import type { Turn } from "./turn.ts";
import { verbOf } from "./verb-of.ts";

/** "User really likes", "they do": with the verb. */
export function subject(walk: Walk, at: number): Turn | undefined {
  const { words, text, mentioned } = walk;
  const word = lowerAt(words, at);
  const isPronoun = word === "they" && mentioned.isOnlyUser(word);
  const end = isPronoun ? at + 1 : userAt(words, at);
  if (end === undefined) return undefined;
  const verb = isPronoun ? pluralVerbAt(words, end) : verbAt(words, end);
  if (verb === undefined) return undefined;
  const { to, instead } = verbOf(walk, verb, "I");
  return { to, instead: `I${text.slice(words[end - 1]!.end, words[verb]!.start)}${instead}`, isOfUser: true };
}

/** "They want", "they have": as "I" does. */
function pluralVerbAt(words: readonly Token[], at: number): number | undefined {
  const verb = behindAdverbs(words, at);
  return plural.has(lowerAt(words, verb)) ? verb : undefined;
}
const plural = wordSet(
  "want prefer like hate dislike need require approve ask say agree expect do have live work confirm request did would asked said",
);
