import { isContinued, mayJoin } from "../continued.ts";
import { verbAt } from "../user-at.ts";
import type { Walk } from "../walk.ts";
import type { Turn } from "./turn.ts";
import { verbOf } from "./verb-of.ts";

/** "... and hates": what else the user does. Where it is somebody else who does, no more is joined in the sentence. */
export function joined(walk: Walk, at: number): Turn | undefined {
  const { words, text, told } = walk;
  if (told === undefined || !mayJoin(words, at)) return undefined;
  const verb = verbAt(words, at + 1);
  if (verb === undefined) return undefined;
  const { lower, text: join, end } = words[at]!;
  if (!isContinued(words, told, at)) return { to: at + 1, instead: join, isOfUser: false };
  const { to, instead } = verbOf(walk, verb, "I");
  const before = lower === "who" ? "and" : join;
  return { to, instead: `${before} I${text.slice(end, words[verb]!.start)}${instead}`, isOfUser: true };
}
