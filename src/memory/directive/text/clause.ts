import { wordSet } from "../../language/word-set.ts";
import { matchAt, phrases } from "./match.ts";
import { added, wordAt, type Word } from "./word.ts";
import { auxiliaries, determiners, prepositions, subjects, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfThird, isNounToo, verbs } from "../words/verbs.ts";

/** How a clause hangs on what stands before it. `reason`: it only says why. */
export type Link = "start" | "comma" | "and" | "but" | "so" | "colon" | "dash" | "reason";

export type Clause = {
  readonly link: Link;
  readonly words: readonly Word[];
  /** "When you book for us", "for reading lists": what stands before the clause and limits it. */
  readonly lead: readonly Word[];
};

const openers = phrases(`
  never
  always
  do not
  avoid
  prefer
  try to|not
  make sure
  ensure
  remember to|that
  stay away|clear
  steer clear
  refrain from
  ideally
  preferably
  only ever
  no more
  no
  lean toward|towards
  under no circumstances
  stop|quit
  go easy
  keep
  whenever
  `);
const reasons = phrases(`
  because
  since i|we|it|they|that|he|she|my|our|the
  as i|we|it|they|he|she|that|my|our|this
  or else
  seeing|given that
  so i|we|it|they|he|she
  so that
  so everybody|everyone|nobody|people|anybody|anyone
  in order to
  due|owing|thanks to
  for legal|tax|security|safety|health|privacy|religious|family|cost|various|good|historical|personal|technical|practical reasons|purposes
  for the sake of
  since not|nobody|everybody|half|most|some|people|there|these|those|this
  as not|nobody|everybody|half|most|some|people|there|these|those
  seeing as|how
  not everybody|everyone|all|many
  otherwise
  lest
  to save|avoid|prevent my|our|me|us|time|money|trouble|confusion|misunderstandings
  if you would|could be so
  if that|this is ok|okay|alright|fine|possible
  hope|hoping that|this|you|it
  for i|we|it|they|he|she
  which is|are|was|makes|would|will|has|helps
  even though
  although
  thanks
  thank you
  cheers
  `);
const leads = phrases(`
  every|each|any time
  as a rule|team|family
  as a general
  as long|soon|far
  from now|today|here|then|tomorrow on|onwards
  going forward|forwards
  generally
  if possible
  given the
  instead of
  rather than
  every|each|any monday|tuesday|wednesday|thursday|friday|saturday|sunday|day|week|month|year|morning|evening|night|quarter|afternoon
  by default
  on the other hand
  all in all
  no matter
  `);

/** Whether something that could stand alone begins here. */
function begins(words: readonly Word[], at: number, afterAnd: boolean): boolean {
  const { word } = words[at] ?? { word: "" };
  if (["please", "also", "then", "just", "always"].includes(word) && at + 1 < words.length) {
    if (word === "please" && verbs.has(words[at + 1]!.word)) return true;
    if (word === "always") return words[at + 1]!.kind !== "mark";
    return begins(words, at + 1, afterAnd);
  }
  const opener = matchAt(words, at, openers);
  if (opener && word === "never" && isContrast(words, at)) return false;
  if (opener && opener.to < words.length) return true;
  const next = wordAt(words, at + 1);
  if (subjects.has(word)) return word !== "that" && word !== "this" ? next !== "" : auxiliaries.has(next);
  const continues = prepositions.has(next) || ["me", "us", "it", "them"].includes(next);
  if (!afterAnd && verbs.has(word) && continues && commands(words, at)) return true;
  if (verbs.has(word) && !(isNounToo(word) && !determiners.has(next) && next !== "me"))
    return !afterAnd || determiners.has(next);
  return hasFiniteVerb(words, at) || (!afterAnd && hasDuty(words, at));
}

/** "Grams, never cups": a short phrase without a verb. */
export function isContrast(words: readonly Word[], at: number): boolean {
  const end = words.findIndex(({ kind }, place) => place > at && kind === "mark");
  const phrase = words.slice(at + 1, end < 0 ? words.length : end);
  const [first] = phrase;
  if (first === undefined || phrase.length > 3 || prepositions.has(first.word) || subordinators.has(first.word))
    return false;
  return determiners.has(first.word) || !verbs.has(first.word) || (isNounToo(first.word) && phrase.length === 1);
}

/** Whether the sentence is one of commands: "be blunt, point at lines". */
const commands = (words: readonly Word[], at: number): boolean => {
  const from = words.findIndex(({ word }) => word === ":") + 1;
  const first = words[from < at ? from : 0]!.word;
  const negated = words.some(({ word }, place) => place < at && word === "not" && words[place - 1]?.word === "do");
  return (
    negated || first === "be" || (verbs.has(first) && !isNounToo(first)) || first === "always" || first === "never"
  );
};

/** "letters to him must be long": a noun phrase with a preposition in it, and what must be. */
function hasDuty(words: readonly Word[], from: number): boolean {
  if (!isPlural(wordAt(words, from)) && !determiners.has(wordAt(words, from))) return false;
  for (let at = from + 1; at < Math.min(words.length, from + 8); at++) {
    const { word, kind } = words[at]!;
    if (kind === "mark" || word === "and" || word === "or" || subjects.has(word) || subordinators.has(word))
      return false;
    if (["must", "should", "may", "have", "has", "needs"].includes(word)) return true;
  }
  return false;
}

/** "the flat smells", "Mondays are mine": a noun phrase of at most five words, and a verb. */
function hasFiniteVerb(words: readonly Word[], from: number): boolean {
  if (prepositions.has(wordAt(words, from)) || subordinators.has(wordAt(words, from))) return false;
  for (let at = from + 1; at < Math.min(words.length, from + 6); at++) {
    const { word, kind } = words[at]!;
    if (kind === "mark" || word === "and" || word === "or" || prepositions.has(word) || subordinators.has(word))
      return false;
    if (word === "that" || word === "who" || word === "which" || word === "to") return false;
    if (isPlural(words[at - 1]!.word) && verbs.has(word) && !isNounToo(word) && words[at + 1] !== undefined)
      return true;
    if (auxiliaries.has(word) && word !== "need" && word !== "do") return true;
    if (determiners.has(words[from]!.word) && at > from + 1 && baseOfThird(word) && at + 1 < words.length) return true;
  }
  return false;
}

/** "... or the partners complain": a determiner or a pronoun, and a verb behind it. */
function isThreat(words: readonly Word[], at: number): boolean {
  const next = wordAt(words, at + 1);
  if (words[at]?.word !== "or" || !(subjects.has(next) || ["the", "my", "our", "people"].includes(next))) return false;
  return words
    .slice(at + 2, at + 5)
    .some(
      ({ word }) => (verbs.has(word) && !isNounToo(word)) || baseOfThird(word) !== undefined || auxiliaries.has(word),
    );
}

const conjunctions: Readonly<Record<string, Link>> = {
  and: "and",
  but: "but",
  so: "so",
  plus: "and",
  yet: "but",
  or: "and",
};

const all = wordSet("nobody nothing none one anybody anyone anything everybody everyone everything all");

type Cut = { at: number; next: number; link: Link };

/** The clauses of a sentence, in its order. */
export function clausesOf(said: readonly Word[]): Clause[] {
  const words = uninterrupted(said);
  const clauses: Clause[] = [];
  let lead: readonly Word[] = [];
  let from = 0;
  let link: Link = "start";
  const close = (to: number, next: Cut | undefined) => {
    const part = words.slice(from, to);
    if (part.length > 0 && next !== undefined && isLead(part) && next.link === "comma")
      lead = [...lead, ...asCondition(part)];
    else if (part.length > 0 && next?.link === "comma" && isReason(part)) lead = [];
    else if (
      part.length > 0 &&
      (next === undefined || (link === "dash" && next.link === "dash")) &&
      trails(part, link) &&
      clauses.length > 0
    ) {
      const last = clauses.pop()!;
      clauses.push({ ...last, words: [...last.words, ...part] });
    } else if (part.length > 0) {
      clauses.push({ link, words: part, lead });
      lead = [];
    }
    if (next !== undefined) [from, link] = [next.next, next.link];
  };
  for (let at = 0; at < words.length; at++) {
    const cut = cutAt(words, at, from);
    if (!cut) continue;
    close(cut.at, cut);
    at = cut.next - 1;
  }
  close(words.length, undefined);
  if (lead.length > 0) clauses.push({ link, words: lead, lead: [] });
  return clauses;
}

const interruptible = phrases("do not\nnever\nalways\nplease\navoid\ntry\nprefer\nonly");
const denying = phrases("never\nnot");
const repeating = phrases("ever\nnot ever\nnever\nand i mean");

/**
 * "Don't, if it can be helped, wake them" is "don't wake them if it can be helped", "never, under any circumstances, wake
 * them" is "never wake them under any circumstances".
 */
function uninterrupted(words: readonly Word[]): readonly Word[] {
  const denied = words.findIndex((_, at) => words[at + 1]?.word === "," && matchAt(words, at, denying));
  const to = denied < 0 ? (matchAt(words, 0, interruptible)?.to ?? 0) : denied + 1;
  if (to === 0 || words[to]?.word !== ",") return words;
  const end = words.findIndex(({ word }, at) => at > to && word === ",");
  if (end < 0 || end === words.length - 1) return words;
  const inserted = words.slice(to + 1, end);
  const first = wordAt(inserted, 0);
  if (matchAt(inserted, 0, repeating))
    return uninterrupted([...words.slice(0, to), ...words.slice(verbs.has(words[end + 1]!.word) ? end + 1 : end)]);
  if (!subordinators.has(first) && !(prepositions.has(first) && verbs.has(words[end + 1]!.word))) return words;
  const rest = words.slice(end + 1);
  const cut = rest.findIndex((_, at) => at > 0 && cutAt(rest, at, 0));
  const stop = cut < 0 ? rest.length : cut;
  return [...words.slice(0, to), ...rest.slice(0, stop), ...inserted, ...rest.slice(stop)];
}

/** "..., whenever you scale a recipe", behind the clause that it limits. */
const trails = (part: readonly Word[], link: Link): boolean =>
  (link === "comma" || link === "dash") &&
  (subordinators.has(part[0]!.word) || part[0]!.word === "except") &&
  !part.some(({ word }) => word === ",") &&
  part.length <= 14;

/** "Since the flat is on the fourth floor": says why, not when. */
const isReason = (words: readonly Word[]): boolean =>
  ["since", "because"].includes(words[0]!.word) || (words[0]!.word === "as" && subjects.has(wordAt(words, 1)));

/** "Should a customer threaten" is "if a customer threaten". */
const isInvertedCondition = (words: readonly Word[]): boolean =>
  words[0]!.word === "should" && (determiners.has(wordAt(words, 1)) || subjects.has(wordAt(words, 1)));
const asCondition = (words: readonly Word[]): readonly Word[] =>
  isInvertedCondition(words) ? [added("if"), ...words.slice(1)] : words;

function isLead(words: readonly Word[]): boolean {
  const first = words[0]!.word;
  if (isInvertedCondition(words)) return true;
  if (words.some(({ word }, at) => at > 0 && (word === "please" || word === "never" || word === "always")))
    return false;
  if (first === "ideally" || first === "preferably") return words.length === 1;
  if (
    prepositions.has(first) &&
    !subordinators.has(first) &&
    words.some(({ word }, at) => at > 0 && word === "we" && words[at + 1] !== undefined)
  ) {
    return false;
  }
  return subordinators.has(first) || prepositions.has(first) || matchAt(words, 0, leads) !== undefined;
}

function cutAt(words: readonly Word[], at: number, from: number): Cut | undefined {
  const { word, kind, start } = words[at]!;
  const apart = start >= 0 && words[at - 1]?.end !== start;
  if (kind === "mark") {
    if (word === ":") return { at, next: at + 1, link: "colon" };
    if (";—–()".includes(word) || (word === "-" && apart)) return { at, next: at + 1, link: "dash" };
    if (word !== ",") return undefined;
    const next = wordAt(words, at + 1);
    if (next === "please" && words[at + 2]?.word === "," && at > from) return { at, next: at + 3, link: "comma" };
    const turns = (next === "so" || next === "but") && words[at + 2] !== undefined && words[at + 2]!.word !== "not";
    if (turns || (Object.hasOwn(conjunctions, next) && begins(words, at + 2, false)))
      return { at, next: at + 2, link: conjunctions[next]! };
    if (matchAt(words, at + 1, reasons) || isThreat(words, at + 1)) return { at, next: at + 1, link: "reason" };
    const part = words.slice(from, at);
    const stands =
      !prepositions.has(wordAt(part, 0)) ||
      subordinators.has(part[0]!.word) ||
      begins(words, at + 1, false) ||
      verbs.has(next);
    if (at > from && isLead(part) && stands) return { at, next: at + 1, link: "comma" };
    return begins(words, at + 1, false) ? { at, next: at + 1, link: "comma" } : undefined;
  }
  if (at === from) return undefined;
  if (matchAt(words, at, reasons) || isThreat(words, at)) return { at, next: at, link: "reason" };
  if (word === "and" && ["try", "go", "come"].includes(words[at - 1]!.word)) return undefined;
  if (word === "but" && all.has(words[at - 1]!.word)) return undefined; // "nobody but Ana"
  if (Object.hasOwn(conjunctions, word) && begins(words, at + 1, word === "and" || word === "or"))
    return { at, next: at + 1, link: conjunctions[word]! };
  return undefined;
}
