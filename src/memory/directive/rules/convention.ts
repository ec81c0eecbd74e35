import { firstMatch, phrases } from "../text/match.ts";
import { addedAll, type Word } from "../text/word.ts";
import { wordSet } from "../words/classes.ts";
import { baseOfThird } from "../words/verbs.ts";
import { finding, type Finding } from "./finding.ts";

/** What a team or a household does: "we use X here". */

const ourPeople = phrases("our|my|the team|company|office|family|department|house|band|club");

/** "We use X here", "around here we squash". */
export function readConvention(words: readonly Word[], at: number): Finding | undefined {
  const ours = firstMatch(words, at, ourPeople);
  const third = ours && baseOfThird(words[ours.to]?.word ?? "");
  if (ours && third && crafts.has(third))
    return finding("MUST", "verb", [...addedAll(third), ...words.slice(ours.to + 1)], 0);
  if (words[at]?.word !== "we") return undefined;
  let from = at + 1;
  let absolute: "always" | "never" | undefined;
  let negative = false;
  for (; ["always", "never", "only", "do", "not", "all", "just"].includes(words[from]?.word ?? ""); from++) {
    const { word } = words[from]!;
    if (word === "always" || word === "never") absolute = word;
    if (word === "not" || word === "never") negative = true;
  }
  const verb = words[from]?.word ?? "";
  if (!crafts.has(verb)) return undefined;
  if (words[from + 1]?.word === "no") return finding("NEVER", "verb", [words[from]!, ...words.slice(from + 2)], -3);
  const here = words.at(-1)!.word === "here" ? 3 : 0;
  const weight = here + (technical.has(verb) ? 1 : absolute ? 0 : verb === "use" ? -2 : -3);
  return finding(negative ? "NEVER" : "MUST", "verb", words.slice(from), weight, absolute !== undefined);
}

/** Hardly ever done but by agreement. */
const technical = wordSet(
  "indent squash rebase commit deploy merge lint format spell capitalise hyphenate abbreviate cite pronounce prefix hardcode version",
);
/** What a team or a household agrees on how to do. */
const crafts = wordSet(
  `use write name indent squash commit deploy merge push ship sign date format spell call address quote round tag pin prefix store test measure bill
   refund review rebase release version document comment log lint wrap sort order file label archive encrypt print separate recycle mark start begin
   end put keep capitalise hyphenate abbreviate cite say pronounce number group branch build run host allow accept publish pay book cook eat serve
   buy water plant speak target support take add leave answer treat count stick send share do`,
);
