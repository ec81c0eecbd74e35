import { find, phrases, search } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { prepositions } from "../words/classes.ts";
import { baseOfGerund } from "../words/verbs.ts";
import { finding, type Finding } from "../finding.ts";
import { isNumber } from "../lasting/lasting.ts";
import { places } from "../lasting/pointing.ts";
import { isThing, lowered } from "./things.ts";

/** What is judged: "X is forbidden", "X is best avoided", "X is preferred over Y". */

const banned = phrases(`
  is|are strictly|totally|completely|entirely? forbidden|banned|prohibited|verboten|taboo|disallowed|unacceptable|unwelcome
  is|are not wanted|desired|needed
  is|are best|better left out
  have|has no place|business
  is|are a no
  is|are off limits|the|table
  is|are a no|nope|never from|for me|us
  is|are off-limits
  is|are out of the question|bounds
  is|are a no-go|no-no
  is|are an? absolute? no-go|no-no|taboo
  is|are a no go|no
  is|are no-gos|no-goes
  is|are not|never allowed|permitted|acceptable|ok|okay|welcome|on|fine
  is|are not|never an option
  `);
const unallowed = phrases("is|are not|never allowed|permitted|welcome to? be?");
const shunned = phrases(`
  is|are best|better avoided
  is|are to be avoided
  should|must be avoided
  is|are something i|we would? like|try|prefer|want to avoid
  is|are not my|our cup of tea
  is|are not|nothing for me|us
  is|are not my|our thing|favourite|style
  is|are discouraged
  should be kept|used sparingly|to
  `);
const liked = phrases(`
  is|are my|our first|preferred|favourite? choice|preference|favourite|option|default
  is|are my|our favourite|favourites|preference|default
  is|are preferred|preferable
  take|takes priority|precedence over?
  have|has priority|precedence over?
  would be preferred|preferable|ideal|best|better|nice|great|good|lovely
  work|works best|better|well for|with us|me
  suit|suits me|us best|better|fine
  would be my|our first? preference|choice|favourite
  `);
const needed = phrases(`
  is|are mandatory|compulsory|obligatory|required|non-negotiable|essential
  is|are an? absolute? must
  is|are a must
  `);

export function readVerdict(words: readonly Word[]): Finding | undefined {
  const [copula, last] = [words.at(-2)?.word, words.at(-1)!.word];
  if ((copula === "is" || copula === "are") && (last === "out" || last === "taboo") && isThing(words.slice(0, -2)))
    return finding("NEVER", "thing", lowered(words.slice(0, -2)), 1);
  const tables = [
    [unallowed, "NEVER", 3],
    [banned, "NEVER", 2],
    [shunned, "AVOID", 1],
    [liked, "PREFER", 1],
    [needed, "MUST", 1],
  ] as const;
  for (const [list, type, weight] of tables) {
    const verdict = search(words, list, 1);
    if (!verdict) continue;
    const subject = words.slice(0, verdict.at);
    if (!isThing(subject)) continue;
    const rest = words.slice(verdict.to);
    const isGerund = baseOfGerund(subject[0]!.word) !== undefined;
    const joint = ["over", "to", "than"].includes(wordAt(rest, 0)) ? [...addedAll("over"), ...rest.slice(1)] : rest;
    if (list === unallowed && !isGerund)
      return finding(type, "verb", [...addedAll("allow"), ...lowered(subject), ...rest], weight);
    if (type === "PREFER") return finding(type, "thing", [...lowered(subject), ...joint], weight);
    const body = [
      ...lowered(subject),
      ...(rest[0]?.word === "from"
        ? [...addedAll("in"), ...rest.slice(1)]
        : rest[0] && (prepositions.has(rest[0].word) || rest[0].word === "when")
          ? rest
          : []),
    ];
    return finding(type, isGerund ? "gerund" : "thing", body, weight + (isGerund ? 1 : 0));
  }
  return undefined;
}

/** "Dates are day/month/year with us". */
export function readHouse(words: readonly Word[]): Finding | undefined {
  const ours = Math.max(find(words, ourPlaces, 3), placeOfOurs(words));
  const verb = words.findIndex(({ word }) => word === "is" || word === "are");
  if (ours < 0 || verb < 1 || verb > 6 || !isThing(words.slice(0, verb))) return undefined;
  return finding(
    "MUST",
    "verb",
    [...addedAll("keep"), ...lowered(words.slice(0, verb)), ...addedAll("as"), ...words.slice(verb + 1, ours)],
    1,
  );
}
/** "Reports to the board are two pages at most". */
export function readLimit(words: readonly Word[]): Finding | undefined {
  const most = find(words, atMost, 3);
  const verb = words.findIndex(({ word }) => word === "is" || word === "are");
  if (most < 0 || verb < 1 || verb > 8 || !isThing(words.slice(0, verb))) return undefined;
  if (!words.slice(verb + 1, most).some(({ word }) => isNumber(word))) return undefined;
  return finding(
    "MUST",
    "verb",
    [...addedAll("keep"), ...lowered(words.slice(0, verb)), ...addedAll("to"), ...words.slice(verb + 1)],
    1,
  );
}
/** Where "in this project" begins. */
const placeOfOurs = (words: readonly Word[]): number =>
  words.findIndex(
    ({ word }, at) =>
      at > 2 &&
      ["in", "on", "at"].includes(word) &&
      ["this", "our"].includes(wordAt(words, at + 1)) &&
      places.has(wordAt(words, at + 2)),
  );
const atMost = phrases("at most\nmax|maximum|tops|flat\nor less|fewer|under\nat the most");
const ourPlaces = phrases("with us\naround here\nin|at our house|home|office|team|company|shop|place");
