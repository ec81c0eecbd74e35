import { lowerAt } from "../../tokens.ts";
import { isAssistant } from "../program.ts";
import { isWriter } from "../user-at.ts";
import type { Walk } from "../walk.ts";
import { isThird } from "../words.ts";
import type { Turn } from "./turn.ts";
import { verbOf } from "./verb-of.ts";

/** Who reads notes: "the assistant uses" is "you use". */
export function assistant(walk: Walk, at: number): Turn | undefined {
  const { words } = walk;
  if (isWriter(words, at)) {
    const isBeing = lowerAt(words, at + 1) === "'m" || lowerAt(words, at + 1) === "am";
    return { to: isBeing ? at + 2 : at + 1, instead: isBeing ? "you are" : "you" };
  }
  if (!isAssistant(words, at)) return undefined;
  const to = at + 2;
  if (lowerAt(words, to) === "'s") return { to: to + 1, instead: "your" };
  if (!isThird(lowerAt(words, to))) return { to, instead: "you" };
  const verb = verbOf(walk, to, "you");
  return { to: verb.to, instead: `you ${verb.instead}` };
}
