import type { Finding } from "../finding.ts";
import { has, phrases, search } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { lasting } from "./lasting.ts";
import { agents, determiners, manyWeekdays, weekdays } from "../words/classes.ts";
import { isNounToo, verbs } from "../words/verbs.ts";

/* What only tells of somebody's work or days, though it has the form of a demand. */

/** "We do wedding cakes", "I work two jobs: ...", "my week: ...", "Ines is leaving". */
export function isTold(words: readonly Word[], before: readonly Word[], shape: Finding["shape"]): boolean {
  if (shape === "gerund") return isOthers(before);
  if (shape !== "thing" && !isNounToo(words[0]!.word)) return false;
  const [last, other] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  if (last === ":") return isToldBehind(before.slice(0, -1), words);
  return last === "do" && own.has(other) && ![words, before].some(lasts);
}

/** Whether what stands behind a colon tells what the words before it announce: "my week: mornings at uni". */
export function isToldBehind(before: readonly Word[], words: readonly Word[]): boolean {
  const from = before.findLastIndex(({ kind }) => kind === "mark") + 1;
  const [first, second, third] = before.slice(from).map(({ word }) => word);
  const isOwn = (first === "my" || first === "our") && spans.has(second ?? "") && third === undefined;
  return (isOwn || (first === "i" && occupied.has(second ?? ""))) && ![words, before].some(lasts);
}

/** "We make saddles in the back room": what people live by, and where. "We store the keys in the shed" is a rule. */
export function isTrade(words: readonly Word[]): boolean {
  if (!own.has(words[0]?.word ?? "") || !making.has(words[1]?.word ?? "") || lasts(words)) return false;
  const at = words.findIndex(({ word }, place) => place > 1 && within.has(word));
  const [article, ...place] = words.slice(at + 1);
  const end = place.findIndex(({ word, kind }) => kind === "mark" || word === "and");
  const last = (end < 0 ? place : place.slice(0, end)).at(-1);
  return (
    at > 2 &&
    at <= farthest &&
    ["a", "an", "the", "our", "my"].includes(article?.word ?? "") &&
    rooms.has(last?.word ?? "")
  );
}
const making = wordSet(
  `make build design write produce sell grow bake brew cook print paint record test repair mend restore weave sew carve forge roast develop
   craft distil distill breed raise teach train`,
);
const within = wordSet("in at on by behind above under from");
const rooms = wordSet(
  `room rooms yard studio garage cellar kitchen barn mill shed workshop attic basement church greenhouse factory market hall loft hangar harbour
   harbor village farm field fields garden river lake forest warehouse stable stables building flat house shop front back town city`,
);
/** What is made is told in a few words. */
const farthest = 6;

/** "Standup is at 9:30 every day", "the rent is due on the 1st": when something is. "Lunch is always at noon" may be a rule. */
export function isAppointment(words: readonly Word[]): boolean {
  const found = search(words, being, 1, subjectMax);
  if (!found || words.some(({ word }) => insisting.has(word))) return false;
  const at = wordAt(words, found.to) === "the" ? found.to + 1 : found.to;
  const when = wordAt(words, at);
  return /^\d/u.test(when) || weekdays.has(when) || manyWeekdays.has(when) || ["noon", "midnight"].includes(when);
}
const being = phrases("is|are due|scheduled|set|planned? at|on|from|for");
const subjectMax = 6;
const insisting = wordSet("always never only not please must should unless");

const lasts = (words: readonly Word[]): boolean => has(words, lasting) || words.some(({ word }) => binding.has(word));
const own = new Set(["i", "we"]);
const binding = wordSet("always never only no not please must should every each all before after when unless");
const spans = wordSet("day days week weeks weekend weekends month shift shifts schedule timetable job jobs work");
const occupied = wordSet("work teach study train volunteer live");

/** "Ines is leaving the firm": what a third person is doing is no command. "Our policy is leaving the keys" is. */
function isOthers(before: readonly Word[]): boolean {
  const [last, subject, article] = [before.at(-1), before.at(-2), before.at(-3)];
  if (!["is", "are"].includes(last?.word ?? "") || subject === undefined) return false;
  const isNamed = /^\p{Lu}\p{Ll}/u.test(subject.text) && !verbs.has(subject.word) && !unnamed.has(subject.word);
  return people.has(subject.word) || agents.has(subject.word) || (isNamed && !determiners.has(article?.word ?? ""));
}
const people = wordSet("he she they who");
/** They begin with a capital at the head of a sentence, and name nobody. */
const unnamed = wordSet(
  "i we you it this that policy protocol habit procedure convention preference standard custom method approach trick",
);
