import { numberWord } from "../../language/number-words.ts";
import { find, phrases, search, type Phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { subordinators } from "../words/classes.ts";
import { verbs } from "../words/verbs.ts";
import { isPlural } from "../words/plural.ts";

/** When a rule is to hold: for all times, or once. */

/** Said of all times to come. */
export const lasting = phrases(`
  from next time|week|month on
  from today|now
  next time and
  from now|today|here|then|tomorrow on|onwards|onward|forward
  going forward|forwards
  in future
  in the future
  for the future
  henceforth
  as of today|now
  any more
  anymore
  as a rule|policy|principle|habit|default
  as a general thing|rule
  in general
  in principle
  generally
  by default
  at all times
  no matter
  whoever|whichever|however
  , whatever|whenever|wherever
  whenever
  every|each|any time
  every single
  for good
  permanently
  forever
  without exception
  no exceptions
  not ever
  once and for all
  always and everywhere
  across the board
  until further notice
  until i say otherwise
  all of them
  of any kind|sort
  if|when you ever
  for all later|future|later|coming
  day in day
  `);
const lastingAtEnd = wordSet("ever always never");
const ofTheseDays = phrases(`
  today
  tonight
  tomorrow
  this morning|afternoon|evening|week|weekend|month|year
  for now
  for once
  right now
  for the moment
  at the moment
  just this|once
  `);
const momentary = phrases(`
  yesterday
  this time|once|one|round|minute
  just now
  next week|month|year|time
  yet
  in a minute|second|moment
  so far
  from|in january|february|march|april|june|july|august|september|october|november|december
  from last year|month|week
  until|till monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|then|later|i|we|he|she
  by monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|noon|tonight
  on monday|tuesday|wednesday|thursday|friday|saturday|sunday
  first thing
  while i am away|gone|out
  while you are there|here|at
  before i go|leave
  instead this
  `);

/** Said of the clause before it: "I need that with all of them". */
export const ofAll = phrases(`
  that is how|what|the way i|we
  that is my|our voice|style|way|taste|rule|policy|pattern|format|convention|standard
  that is what|how we|i agreed|decided
  that is a? must|agreed|final|settled
  that is the rule|pattern|format|convention|standard|policy|way
  need|want|like|do|goes|holds|applies that|this|it with|for|in|to all|every|each|any|everything
  that|this|same goes|holds|applies|is for|to|in all|every|each|any|everything
`);

export const thisOnce = phrases("just this once\nthis once\nonly this time\nthis time\nfor once");
/** "once you're done", "when the cake is out": a case that is at hand. */
export function isOnce(lead: readonly Word[]): boolean {
  const words = lead.map(({ word }) => word);
  if (words.some((word, at) => at > 1 && atHand.has(word))) return true;
  const nouns = ["before", "after", "until", "while", "once", "since"].includes(words[0] ?? "");
  if (nouns && !words.some((word, at) => at > 0 && general.has(word))) return true;
  const wide = words.some((word, at) => at > 0 && (general.has(word) || (isPlural(word) && !verbs.has(word))));
  if (words[1] === "you" && ["are", "have"].includes(words[2] ?? ""))
    return doneWords.has(words[3] ?? "") || doneWords.has(words[4] ?? "");
  return !wide && words.some((word, at) => at > 0 && definite.has(word)) && !words.includes("whenever");
}

const general = wordSet("a an any every each somebody someone anybody anyone anything something people i you we no");
const definite = wordSet("the this that he she they his her");
const atHand = wordSet("it there minute moment second chance time start here stuck");
const doneWords = wordSet("done finished ready there back home through over");
export const usual = phrases(
  "at night\nin the morning|mornings|evening|evenings|afternoon|afternoons\novernight\nat weekends\non weekdays",
);
const partsOfDay = wordSet("mornings afternoons evenings nights");

/** "today", "until Tuesday"; but not "from today on", "not this week", "on Sunday mornings". */
export const isMomentary = (words: readonly Word[]): boolean => isSaidOnce(words, momentary) || isOfTheseDays(words);

/** "This week", "for now": whatever is asked for, it ends soon. "This week's numbers" are those of any week. */
export const isOfTheseDays = (words: readonly Word[]): boolean => isSaidOnce(words, ofTheseDays);

function isSaidOnce(words: readonly Word[], list: Phrases): boolean {
  for (let found = search(words, list); found; found = search(words, list, found.at + 1)) {
    const { at, to } = found;
    const before = wordAt(words, at - 1);
    const isOwner = words[to]?.word === "'s";
    if (before !== "from" && before !== "not" && !isOwner && !partsOfDay.has(wordAt(words, at + 2))) return true;
  }
  return false;
}

/** "only after ten minutes", "only if it rains". */
export const onlyThen = phrases("only after|before|if|when|whenever|where|until|once|with|without|in|on|for|as");
export const whenAsked = phrases("when|whenever|if|unless|while you|i|we");
/** "when you plan trips"; "when you're there" is once. */
export function asksThen(body: readonly Word[]): boolean {
  const at = find(body, whenAsked, 1);
  if (at < 0) return false;
  const verb = wordAt(body, at + 2);
  return !["are", "am", "have", "get", "see", "is"].includes(verb) || /.ing$/u.test(wordAt(body, at + 3));
}

/** "before every upgrade", "before you cancel anything". */
export function comesAgain(body: readonly Word[]): boolean {
  const at = body.findIndex(({ word }, place) => place > 0 && (word === "before" || word === "after"));
  if (at < 0) return false;
  return body
    .slice(at + 1, at + 6)
    .some(
      ({ word, text }) =>
        ["a", "an", "any", "anything", "every", "each"].includes(word) || (isPlural(word) && !/^\p{Lu}/u.test(text)),
    );
}

const limits = new Set(["under", "over", "within", "below", "above", "to", "than", "most", "least", "exceed"]);
export const isNumber = (word: string): boolean => /^\d/u.test(word) || numberWord(word) !== undefined;

const joining = new Set(["and", "or", "but", "then", "on", "in", "at", "for", "with", "the", "today", "tomorrow"]);

/** "under 50 characters". */
export const hasLimit = (body: readonly Word[]): boolean =>
  body.some(
    ({ word }, at) =>
      at > 0 &&
      limits.has(body[at - 1]!.word) &&
      isNumber(word) &&
      body[at + 1]?.kind === "word" &&
      !joining.has(body[at + 1]!.word),
  );

/** Whether what stands before it names a case that may come again. */
export const isBound = (lead: readonly Word[]): boolean =>
  lead.length > 1 &&
  (subordinators.has(lead[0]!.word) ||
    ["every", "each", "any"].includes(lead[0]!.word) ||
    lead[1]!.word === "every" ||
    lead[1]!.word === "each");

/** "..., always", "..., not ever". */
export function endsLasting(clause: readonly Word[]): boolean {
  const last = clause.at(-1);
  return last !== undefined && lastingAtEnd.has(last.word);
}

export const emphatic = (after: readonly Word[]): boolean =>
  after.length > 0 &&
  after.length <= 4 &&
  after.some(({ word }) => lastingAtEnd.has(word) || word === "every" || word === "all");
