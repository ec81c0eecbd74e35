import { lowerAt } from "../../tokens.ts";
import type { Walk } from "../walk.ts";
import { asFirst } from "../words.ts";
import type { Turn } from "./turn.ts";

/** A verb of the third person, and its "n't", behind another subject. */
export function verbOf({ text, words }: Walk, at: number, whose: "I" | "you"): Turn {
  const { lower, start, end } = words[at]!;
  const isDenied = lowerAt(words, at + 1) === "n't";
  const verb = whose === "you" && lower === "is" ? "are" : asFirst(lower);
  if (isDenied) return { to: at + 2, instead: `${verb} not` };
  return { to: at + 1, instead: verb === lower ? text.slice(start, end) : verb };
}
