import { addedAll, type Word } from "../text/word.ts";
import { determiners, prepositions, subjects, subordinators, wordSet } from "../words/classes.ts";
import { baseOfParticiple, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { finding, type Finding } from "./finding.ts";
import { lowered } from "./things.ts";
import { trimmed } from "./trim.ts";

/** "Measurements in millimetres only", "aisle seat, every time": what no verb is said of. */
export function readVerbless(words: readonly Word[], at: number): Finding | undefined {
  const first = words[at];
  const end = words.findIndex(({ word }, place) => place > at && subordinators.has(word));
  const core = trimmed(words.slice(at, end < 0 ? words.length : end));
  if (first === undefined || subjects.has(first.word) || words.length - at > 16) return undefined;
  if (
    core.some(
      ({ word }, place) =>
        finite.has(word) ||
        (place > 0 && baseOfThird(word) !== undefined && !isPluralNoun(word) && actsOn(core[place + 1])),
    )
  )
    return undefined;
  const rather = core.findIndex(({ word }) => word === "than");
  if (rather > 0 && (first.word === "rather" || first.word === "better")) {
    return finding("PREFER", "thing", [...core.slice(1, rather), ...addedAll("over"), ...core.slice(rather + 1)], 2);
  }
  if (rather > 1 && core[rather - 1]!.word === "rather") {
    return finding(
      "PREFER",
      "thing",
      [...core.slice(0, rather - 1), ...addedAll("over"), ...core.slice(rather + 1)],
      1,
    );
  }
  const wide = ["all", "every", "each"].includes(first.word);
  if (
    (determiners.has(first.word) && !wide) ||
    core.length < 2 ||
    core.some(({ word }) => word === "never" || word === "same") ||
    core.some(
      ({ word }, place) =>
        place > 0 &&
        ((verbs.has(word) && !isNounToo(word)) ||
          (word.endsWith("ed") && baseOfParticiple(word) !== undefined && wide)),
    ) ||
    idle.has(first.word) ||
    (verbs.has(first.word) && !isNounToo(first.word))
  )
    return undefined;
  const body = prepositions.has(first.word) ? words.slice(at) : [...addedAll("use"), ...lowered(words.slice(at))];
  return finding(
    "MUST",
    prepositions.has(first.word) ? "whole" : "verb",
    body,
    core.at(-1)!.word === "only" ? 0 : words.some(({ word }) => word === "always") ? 1 : wide ? -1 : -3,
  );
}

/** Whether what follows makes a verb of "points": "points to", but not "points, not paragraphs". */
const actsOn = (next: Word | undefined): boolean =>
  next !== undefined &&
  next.kind === "word" &&
  !prepositions.has(next.word) &&
  !["and", "or", "first", "only", "last"].includes(next.word);
const isPluralNoun = (word: string): boolean =>
  [
    "dates",
    "prices",
    "names",
    "notes",
    "tests",
    "emails",
    "mails",
    "texts",
    "times",
    "titles",
    "lists",
    "numbers",
    "plans",
    "flights",
    "reports",
    "reviews",
    "comments",
    "answers",
    "drinks",
    "walks",
    "runs",
    "drafts",
  ].includes(word);
const idle = wordSet("of better not as sure great good nice well back never always what still");
const finite = wordSet(
  "is are was were am be been has had have do does did will would can could may might must should i you he she they it who what why how were thanks thank",
);

/** Whether a sentence has no finite verb of its own, softeners aside. */
export function isVerbless(words: readonly Word[]): boolean {
  const end = words.findIndex(({ word }, at) => at > 0 && subordinators.has(word));
  return !words.slice(0, end < 0 ? words.length : end).some(({ word }) => finite.has(word));
}
