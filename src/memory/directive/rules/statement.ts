import { find, firstMatch, phrases } from "../text/match.ts";
import { addedAll, type Word } from "../text/word.ts";
import { isMade } from "../words/work.ts";
import { trimmed } from "./trim.ts";
import { agents, determiners, prepositions, subjects, subordinators, wordSet } from "../words/classes.ts";
import { baseOfGerund, baseOfParticiple, baseOfThird, verbs } from "../words/verbs.ts";
import { finding, type Finding } from "./finding.ts";

/** What is said of things: "X is forbidden", "every X needs a Y", "X must never be left open", "nobody books over Y". */

const banned = phrases(`
  is|are strictly|totally|completely|entirely? forbidden|banned|prohibited|verboten|taboo|disallowed|unacceptable|unwelcome
  is|are off limits|the
  is|are off-limits
  is|are out of the question|bounds
  is|are a no-go|no-no
  is|are an? absolute? no-go|no-no|taboo
  is|are a no go|no
  is|are no-gos|no-goes
  is|are not|never allowed|permitted|acceptable|ok|okay|welcome|an|on|fine|to option|be?
  `);
const unallowed = phrases("is|are not|never allowed|permitted|welcome to? be?");
const shunned = phrases(`
  is|are best|better avoided
  is|are to be avoided
  should|must be avoided
  is|are something i|we would? like|try|prefer|want to avoid
  is|are not my|our thing|favourite|cup|style
  is|are discouraged
  should be kept|used sparingly|to
  `);
const liked = phrases(`
  is|are my|our first|preferred|favourite? choice|preference|favourite|option|default
  is|are preferred|preferable
  would be preferred|preferable|ideal|best|better|nice|great|good|lovely
  work|works best|better for|with us|me
  `);
const needed = phrases(`
  is|are mandatory|compulsory|obligatory|required|non-negotiable|essential
  is|are an? absolute? must
  is|are a must
  `);

export function readStatement(words: readonly Word[], at: number): Finding | undefined {
  if (at > 0 || words.length < 3) return undefined;
  return (
    readVerdict(words) ??
    readHouse(words) ??
    readNobody(words) ??
    readHabitual(words) ??
    readModal(words) ??
    readNeed(words)
  );
}

function readVerdict(words: readonly Word[]): Finding | undefined {
  const tables = [
    [unallowed, "NEVER", 3],
    [banned, "NEVER", 2],
    [shunned, "AVOID", 1],
    [liked, "PREFER", 1],
    [needed, "MUST", 1],
  ] as const;
  for (const [list, type, weight] of tables) {
    const verb = find(words, list, 1);
    if (verb < 1) continue;
    const subject = words.slice(0, verb);
    if (!isThing(subject)) continue;
    const rest = words.slice(firstMatch(words, verb, list)!.to);
    const isGerund = baseOfGerund(subject[0]!.word) !== undefined;
    const joint = ["over", "to", "than"].includes(rest[0]?.word ?? "") ? [...addedAll("over"), ...rest.slice(1)] : rest;
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

/** A subject that does not begin the sentence any more. */
function lowered(subject: readonly Word[]): readonly Word[] {
  const [first, second] = subject;
  if (first === undefined || !/^\p{Lu}\p{Ll}/u.test(first.text) || /^\p{Lu}/u.test(second?.text ?? "")) return subject;
  return [{ ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...subject.slice(1)];
}

/** What is so by nature is not made a rule of: steel, passports, "all ships". */
const ofNature = (subject: readonly Word[]): number =>
  isMade(subject) || subject[0]!.word === "the"
    ? 0
    : ["every", "each", "any", "all", "no"].includes(subject[0]!.word)
      ? -1
      : -3;

/** "Passwords never go into the repository". */
function readHabitual(words: readonly Word[]): Finding | undefined {
  const at = find(words, phrases("never\ndo not\ndoes not"), 1, 6);
  if (at < 1) return undefined;
  const subject = words.slice(0, at);
  if (!isThing(subject) || !isMade(subject)) return undefined;
  const from = at + (words[at]!.word === "never" ? 1 : 2);
  const verb = words[from]?.word ?? "";
  const base = verbs.has(verb) || verb === "belong" ? verb : baseOfThird(verb);
  if (base === undefined || words.length < from + 2) return undefined;
  return finding(
    "NEVER",
    "verb",
    [...addedAll("let"), ...lowered(subject), ...addedAll(base), ...words.slice(from + 1)],
    0,
    words[at]!.word === "never",
  );
}

/** "Dates are day/month/year with us". */
function readHouse(words: readonly Word[]): Finding | undefined {
  const ours = find(words, ourPlaces, 3);
  const verb = words.findIndex(({ word }) => word === "is" || word === "are");
  if (ours < 0 || verb < 1 || verb > 6 || !isThing(words.slice(0, verb))) return undefined;
  return finding(
    "MUST",
    "verb",
    [...addedAll("keep"), ...lowered(words.slice(0, verb)), ...addedAll("as"), ...words.slice(verb + 1, ours)],
    1,
  );
}
const ourPlaces = phrases("with us\naround here\nin|at our house|home|office|team|company|shop|place");

const pronounsOnly = wordSet("it that this there he she i we you they who what which");

const notInThings = wordSet(
  "not was were is are must should will would can could may might has had said says think i we never so because why how what whether explain tell",
);

/** A noun phrase about which a rule can be made: no pronoun, nobody who could be meant instead of the assistant. */
function isThing(subject: readonly Word[]): boolean {
  if (subject.length === 0 || subject.length > 12) return false;
  if (
    prepositions.has(subject[0]!.word) ||
    pronounsOnly.has(subject[0]!.word) ||
    subject.some(({ kind }) => kind === "mark")
  )
    return false;
  if (subject.some(({ word }) => notInThings.has(word) || subordinators.has(word))) return false;
  if (subject.length > 6 && subject.some(({ word }) => word === "and")) return false;
  const end = subject.findIndex(({ word }) => prepositions.has(word));
  const head = subject[(end < 1 ? subject.length : end) - 1]!;
  return !agents.has(head.word);
}

/** "Nobody books over my lunch hour", "nothing goes live until ...". */
function readNobody(words: readonly Word[]): Finding | undefined {
  const first = words[0]!.word;
  const none = first === "nobody" || first === "nothing" || (first === "no" && words[1]?.word === "one");
  if (!none) return undefined;
  let at = first === "no" ? 2 : 1;
  const passive =
    ["is", "gets", "be"].includes(words[at]?.word ?? "") || words[at + 1]?.word === "be"
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
  while (["ever", "should", "must", "may", "can", "to"].includes(words[at]?.word ?? "")) at++;
  const verb = words[at]?.word ?? "";
  const base = verbs.has(verb) ? verb : baseOfThird(verb);
  if (base === undefined) return undefined;
  if (first === "nothing") return finding("NEVER", "whole", words, 2);
  const ours = words
    .slice(at)
    .some(({ word }) => word === "my" || word === "our" || word === "unless" || word === "until" || word === "without");
  return finding("NEVER", "verb", [...addedAll(base), ...words.slice(at + 1)], ours ? 1 : -2);
}

const modal = phrases(`
  must|should|may|can|shall not|never ever?
  are|is never|not to
  must|should|shall
  have|has|need|needs|ought to
  are|is to
  `);

function readModal(words: readonly Word[]): Finding | undefined {
  const at = find(words, modal, 1, 14);
  if (at < 1) return undefined;
  const subject = words.slice(0, at);
  if (!isThing(subject)) return undefined;
  const found = firstMatch(words, at, modal)!;
  const said = words.slice(at, found.to).map(({ word }) => word);
  const negative = said.includes("never") || said.includes("not");
  const absolute = said.includes("never") || found.adverbs.has("always") || found.adverbs.has("ever");
  let rest = words.slice(found.to);
  while (["always", "ever", "all", "only"].includes(rest[0]?.word ?? "") && rest[0]!.word !== "only")
    rest = rest.slice(1);
  const [first, second] = [rest[0]?.word ?? "", rest[1]?.word ?? ""];
  if (first === "" || (first === "have" && baseOfParticiple(second) !== undefined)) return undefined;
  if (/^an?$/u.test(subject[0]!.word)) return undefined;
  if ((first === "be" || first === "get") && second !== "") {
    const base =
      second.endsWith("ed") || second.endsWith("en") || baseOfParticiple(second) ? baseOfParticiple(second) : undefined;
    if (base !== undefined) {
      const body = [...addedAll(base), ...lowered(subject), ...rest.slice(2)];
      return finding(negative ? "NEVER" : "MUST", "verb", body, (absolute ? 3 : 1) + ofNature(subject), absolute);
    }
  }
  const base = (["be", "stay", "remain"].includes(first) ? 0 : -1) + ofNature(subject);
  const plain =
    first === "be"
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

/** "Every pull request needs a changelog line", "production changes require two approvals". */
function readNeed(words: readonly Word[]): Finding | undefined {
  const at = find(
    words,
    phrases(
      "needs|requires|need|require|start|starts|begin|begins|end|ends|go|goes|carry|carries|come|comes|stay|stays|belong|belongs",
    ),
    1,
    10,
  );
  if (at < 1) return undefined;
  const { word } = words[at]!;
  const subject = words.slice(0, at);
  if (!isThing(subject) || words[at + 1] === undefined || words[at + 1]!.word === "to") return undefined;
  const quantified = ["every", "each", "all", "any"].includes(subject[0]!.word);
  const needs = /^(?:need|require)/u.test(word);
  if (needs)
    return finding(
      "MUST",
      "verb",
      [...addedAll("have"), ...trimmed(words.slice(at + 1)), ...addedAll("for"), ...lowered(subject)],
      quantified ? 1 : 0,
    );
  const base = verbs.has(word) ? word : (baseOfThird(word) ?? word);
  const start =
    base === "go" || base === "belong"
      ? "put"
      : base === "come"
        ? "have"
        : base === "carry"
          ? "put"
          : base === "stay"
            ? "keep"
            : base;
  return finding(
    "MUST",
    "verb",
    [...addedAll(start), ...lowered(subject), ...words.slice(at + 1)],
    quantified ? 0 : -1,
  );
}

/** "We use X here", "around here we squash". */
export function readConvention(words: readonly Word[], at: number): Finding | undefined {
  const ours = firstMatch(words, at, phrases("our|my|the team|company|office|family|department|house|band|club"));
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

/** "Measurements in millimetres only", "aisle seat, every time": what no verb is said of. */
export function readVerbless(words: readonly Word[], at: number): Finding | undefined {
  const first = words[at];
  const end = words.findIndex(({ word }, place) => place > at && subordinators.has(word));
  const core = trimmed(words.slice(at, end < 0 ? words.length : end));
  if (first === undefined || subjects.has(first.word) || words.length - at > 16) return undefined;
  if (
    core.some(
      ({ word }, place) => finite.has(word) || (place > 0 && baseOfThird(word) !== undefined && !isPluralNoun(word)),
    )
  )
    return undefined;
  if (determiners.has(first.word) || core.length < 2 || idle.has(first.word)) return undefined;
  return finding(
    "MUST",
    "whole",
    words.slice(at),
    core.at(-1)!.word === "only" ? 0 : words.some(({ word }) => word === "always") ? 1 : -3,
  );
}

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
export const isVerbless = (words: readonly Word[]): boolean => !words.some(({ word }) => finite.has(word));
