import { matchAt, phrases } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { dealtWith } from "../words/work.ts";
import { crafts, technical } from "../words/crafts.ts";
import { baseOfThird } from "../words/verbs.ts";
import { isMade } from "../words/work.ts";
import { finding, type Finding } from "../finding.ts";

/** What a team or a household does: "we use X here". */

const ourPeople = phrases("our|my|the team|company|office|family|department|house|band|club");

/** Whom and what work is about: "customers by their first name". */
const isWork = (object: readonly Word[]): boolean => isMade(object.slice(0, 2)) || dealtWith.has(wordAt(object, 0));

/** "We use X here", "around here we squash". */
export function readConvention(words: readonly Word[], at: number): Finding | undefined {
  const ours = matchAt(words, at, ourPeople);
  const third = ours && baseOfThird(wordAt(words, ours.to));
  if (ours && third && crafts.has(third))
    return finding("MUST", "verb", [...addedAll(third), ...words.slice(ours.to + 1)], 0);
  if (words[at]?.word !== "we") return undefined;
  let from = at + 1;
  let absolute: "always" | "never" | undefined;
  let negative = false;
  for (
    ;
    ["always", "never", "only", "do", "not", "all", "just"].includes(wordAt(words, from)) &&
    !(negative && words[from]!.word === "do");
    from++
  ) {
    const { word } = words[from]!;
    if (word === "always" || word === "never") absolute = word;
    if (word === "not" || word === "never") negative = true;
  }
  const verb = wordAt(words, from);
  if (!crafts.has(verb) || words.some(({ word }) => word === "too" || word === "late" || word === "wrong"))
    return undefined;
  if (words[from + 1]?.word === "no") return finding("NEVER", "verb", [words[from]!, ...words.slice(from + 2)], -3);
  const here = words.at(-1)!.word === "here" ? 3 : 0;
  const weight =
    here +
    (technical.has(verb)
      ? 1
      : absolute
        ? 0
        : isWork(words.slice(from + 1))
          ? -1
          : verb === "use"
            ? negative
              ? -1
              : -2
            : -3);
  return finding(negative ? "NEVER" : "MUST", "verb", words.slice(from), weight, absolute !== undefined);
}
