import { lowerAt } from "../../tokens.ts";
import { wordSet } from "../../word-set.ts";
import { userAt } from "../user-at.ts";
import { isUser, type Walk } from "../walk.ts";
import { isWhom } from "./object.ts";
import type { Turn } from "./turn.ts";

/** "User's", "the user's", "their". */
export function owned(walk: Walk, at: number): Turn | undefined {
  const { words } = walk;
  const my = isFirst(walk, at) ? "My" : "my";
  const end = userAt(words, at);
  if (end !== undefined) return lowerAt(words, end) === "'s" ? { to: end + 1, instead: my } : undefined;
  const word = lowerAt(words, at);
  if (!possessives.has(word) || (word === "her" && isWhom(words, at))) return undefined;
  return isUser(walk, word) ? { to: at + 1, instead: my } : undefined;
}
const possessives = wordSet("their his her");

/** The first word behind the start of a line or one of some marks. */
function isFirst({ text, words }: Walk, at: number): boolean {
  const before = words[at - 1];
  return !before || clauseEnds.has(before.text) || text.slice(before.end, words[at]!.start).includes("\n");
}
const clauseEnds = wordSet(". ! ? … ; : - • * )");
