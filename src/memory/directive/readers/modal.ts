import { find, phrases, search } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { auxiliaries, prepositions } from "../words/classes.ts";
import { baseOfParticiple, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { dealtWith, isMade, isMadeOfWork } from "../words/work.ts";
import { isPlural } from "../words/plural.ts";
import { finding, type Finding } from "../finding.ts";
import { isThing, lowered, ofNature } from "./things.ts";
import { trimmed } from "../wording/trim.ts";

/** What must be done with things: "X must never be left open", "every X needs a Y", "nobody books over Y". */

const negated = phrases("never\ndo not\ndoes not");
const needing = phrases(
  "needs|requires|gets|need|require|start|starts|begin|begins|end|ends|go|goes|carry|carries|come|comes|stay|stays|belong|belongs|sit|sits|live|lives",
);

/** "Passwords never go into the repository". */
export function readHabitual(words: readonly Word[]): Finding | undefined {
  const at = find(words, negated, 1, 6);
  if (at < 1) return undefined;
  const subject = words.slice(0, at);
  const ours = words.some(({ word }) => ["my", "our", "your"].includes(word));
  if (!isThing(subject) || !(isMade(subject) || ours)) return undefined;
  const from = at + (words[at]!.word === "never" ? 1 : 2);
  const verb = wordAt(words, from);
  const base = verbs.has(verb) || verb === "belong" ? verb : baseOfThird(verb);
  if (base === undefined || !moving.has(base) || !prepositions.has(wordAt(words, from + 1))) return undefined;
  return finding(
    "NEVER",
    "verb",
    base === "leave" || base === "stay" || base === "come"
      ? [...addedAll("let"), ...lowered(subject), ...addedAll(base), ...words.slice(from + 1)]
      : [...addedAll("put"), ...lowered(subject), ...words.slice(from + 1)],
    0,
    words[at]!.word === "never",
  );
}

const moving = new Set(["go", "belong", "leave", "enter", "get", "stay", "come"]);

/** "Nobody books over my lunch hour", "nothing goes live until ...". */
export function readNobody(words: readonly Word[]): Finding | undefined {
  const first = words[0]!.word;
  const none = first === "nobody" || first === "nothing" || (first === "no" && words[1]?.word === "one");
  if (!none) return undefined;
  let at = first === "no" ? 2 : 1;
  const passive =
    ["is", "gets", "be"].includes(wordAt(words, at)) || words[at + 1]?.word === "be"
      ? words.findIndex(({ word }, place) => place > at && baseOfParticiple(word) !== undefined)
      : -1;
  if (passive > 0 && passive <= at + 3) {
    return finding(
      "NEVER",
      "verb",
      [...addedAll(`${baseOfParticiple(words[passive]!.word)!} anything`), ...words.slice(passive + 1)],
      1,
    );
  }
  while (["ever", "should", "must", "may", "can", "to"].includes(wordAt(words, at))) at++;
  const verb = wordAt(words, at);
  if (first === "nothing" && ["works", "work", "happens", "helps", "beats", "matters", "changes"].includes(verb))
    return undefined;
  if (first === "nothing" && (prepositions.has(words[1]!.word) || isQuality(words[1]!.word, words[2])))
    return finding("NEVER", "whole", words, 0);
  const base = verbs.has(verb) ? verb : baseOfThird(verb);
  if (base === undefined) return undefined;
  if (first === "nothing") return finding("NEVER", "whole", words, 2);
  const ours = words
    .slice(at)
    .some(({ word }) => word === "my" || word === "our" || word === "unless" || word === "until" || word === "without");
  return finding("NEVER", "verb", [...addedAll(base), ...words.slice(at + 1)], ours ? 1 : -2);
}

/** "Nothing loud", "nothing hotter than this": no verb. */
const isQuality = (word: string, next: Word | undefined): boolean => {
  if (auxiliaries.has(word) || idle.has(word)) return false;
  if (/(?:ed|ing)$/u.test(word)) return next === undefined || next.kind === "mark" || prepositions.has(next.word);
  return (
    baseOfThird(word) === undefined && baseOfParticiple(word) === undefined && !(verbs.has(word) && !isNounToo(word))
  );
};
const idle = new Set(["but", "else", "like", "much", "at"]);

const modal = phrases(`
  must|should|may|can|shall not|never ever?
  may|can only
  are|is never|not to
  must|should|shall
  have|has|need|needs|ought to
  are|is to
  `);

export function readModal(words: readonly Word[]): Finding | undefined {
  const found = search(words, modal, 1, 14);
  if (!found) return undefined;
  const subject = words.slice(0, found.at);
  // "Dough in a drawer that has to be warm": it is said of the drawer.
  if (!isThing(subject) || ["that", "which", "who"].includes(subject.at(-1)!.word)) return undefined;
  const said = words.slice(found.at, found.to).map(({ word }) => word);
  const negative = said.includes("never") || said.includes("not");
  const absolute = said.includes("never") || found.adverbs.has("always") || found.adverbs.has("ever");
  let rest = words.slice(found.to);
  while (["always", "ever", "all"].includes(wordAt(rest, 0))) rest = rest.slice(1);
  const only = said.includes("only") || found.adverbs.has("only") || rest[0]?.word === "only";
  if (rest[0]?.word === "only") rest = rest.slice(1);
  const [first, second] = [wordAt(rest, 0), wordAt(rest, 1)];
  if (said[0] === "may" && !only && !negative) return undefined;
  if (said.includes("should") && ["work", "take", "arrive", "suffice", "help", "do"].includes(first)) return undefined;
  if (first === "" || (first === "have" && baseOfParticiple(second) !== undefined)) return undefined;
  if (/^an?$/u.test(subject[0]!.word)) return undefined;
  if ((first === "be" || first === "get") && second !== "") {
    const base =
      second.endsWith("ed") || second.endsWith("en") || baseOfParticiple(second) ? baseOfParticiple(second) : undefined;
    if (base !== undefined) {
      const body = [...addedAll(base), ...lowered(subject), ...(only ? addedAll("only") : []), ...rest.slice(2)];
      return finding(negative ? "NEVER" : "MUST", "verb", body, (absolute ? 3 : 1) + ofNature(subject), absolute);
    }
  }
  const base = (["be", "stay", "remain"].includes(first) || composes(first) ? 0 : -1) + ofNature(subject, first);
  const plain = composes(first)
    ? [rest[0]!, ...lowered(subject), ...rest.slice(1)]
    : first === "be"
      ? [...addedAll("keep"), ...lowered(subject), ...rest.slice(1)]
      : [...addedAll("have"), ...lowered(subject), ...rest];
  if (negative) {
    return finding(
      "NEVER",
      "verb",
      [...addedAll("let"), ...lowered(subject), ...rest],
      base + (absolute ? 3 : 0),
      absolute,
    );
  }
  return finding("MUST", "verb", plain, base + (absolute ? 1 : 0), absolute);
}

/** "Begin reports with a summary" says it better than "have reports begin". */
const composes = (verb: string): boolean => ["open", "begin", "start", "end", "close"].includes(verb);

/** "Customers who write in Welsh get an answer in Welsh": give it to them. */
export function readGiven(words: readonly Word[]): Finding | undefined {
  const at = words.findIndex(({ word }, place) => place > 0 && ["get", "gets", "receive", "receives"].includes(word));
  const next = words[at + 1];
  if (
    at < 1 ||
    at > 8 ||
    next === undefined ||
    !(dealtWith.has(words[0]!.word) || (isPlural(words[at - 1]!.word) && isMadeOfWork(words.slice(0, at))))
  )
    return undefined;
  if (baseOfParticiple(next.word) !== undefined) return undefined;
  return finding("MUST", "verb", [...addedAll("give"), ...lowered(words.slice(0, at)), ...words.slice(at + 1)], 0);
}

/** "Any ticket that names a lawyer gets escalated to me". */
export function readPassive(words: readonly Word[]): Finding | undefined {
  const found = search(words, passive, 1, 14);
  if (!found) return undefined;
  const { at, to } = found;
  const participle = wordAt(words, to);
  const base = /(?:ed|en)$/u.test(participle) || !verbs.has(participle) ? baseOfParticiple(participle) : undefined;
  const subject = words.slice(0, at);
  const isPlain = ["is", "are"].includes(words[to - 1]!.word);
  const wide = ["every", "each", "all", "any"].includes(subject[0]!.word);
  const ours = ["my", "our", "your"].includes(subject[0]!.word) && isPlural(subject.at(-1)!.word);
  if (base === undefined || !isThing(subject.slice(0, 12)) || (isPlain && !wide && !ours)) return undefined;
  if (!wide && !isMade(subject)) return undefined;
  return finding(
    "MUST",
    "verb",
    [...addedAll(base), ...lowered(subject), ...words.slice(to + 1)],
    (wide ? 1 : isPlain ? -4 : -1) + ofNature(subject),
  );
}
const passive = phrases("get|gets\nis|are to be\nis|are");

/** "Every pull request needs a changelog line", "production changes require two approvals". */
export function readNeed(words: readonly Word[]): Finding | undefined {
  const at = find(words, needing, 1, 10);
  if (at < 1) return undefined;
  const { word } = words[at]!;
  const subject = words.slice(0, at);
  if (!isThing(subject) || words[at + 1] === undefined || words[at + 1]!.word === "to") return undefined;
  if (word === "gets" && !["every", "each"].includes(subject[0]!.word)) return undefined;
  const quantified = ["every", "each", "all", "any", "anything", "everything", "whatever"].includes(subject[0]!.word);
  const needs = /^(?:need|require|gets)/u.test(word);
  if (needs)
    return finding(
      "MUST",
      "verb",
      [...addedAll("have"), ...trimmed(words.slice(at + 1)), ...addedAll("for"), ...lowered(subject)],
      (quantified || ["my", "our", "your"].includes(words[at + 1]!.word)
        ? 1
        : subject.some(({ word }) => isPlural(word))
          ? 0
          : -4) + ofNature(subject),
    );
  const base = word.startsWith("belong") ? "belong" : verbs.has(word) ? word : (baseOfThird(word) ?? word);
  const out = base === "go" && words[at + 1]?.word === "out";
  const start = out ? "send" : (done.get(base) ?? base);
  return finding(
    "MUST",
    "verb",
    [...addedAll(start), ...lowered(subject), ...words.slice(at + 1)],
    (quantified ? 0 : -1) + ofNature(subject, base),
  );
}

/** What is done with a thing, so that it goes, stays or is somewhere. */
const done = new Map([
  ["go", "put"],
  ["belong", "put"],
  ["sit", "put"],
  ["live", "put"],
  ["carry", "put"],
  ["come", "have"],
  ["stay", "keep"],
]);
