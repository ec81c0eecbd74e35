import { find, has, phrases } from "../text/match.ts";
import type { Word } from "../text/word.ts";
import { determiners, manyWeekdays, prepositions, subordinators, weekdays, wordSet } from "../words/classes.ts";
import { baseOfGerund, verbs } from "../words/verbs.ts";
import { numberWord } from "../../language/number-words.ts";
import { isOutput } from "../words/outputs.ts";
import type { Finding } from "./finding.ts";

/** Said of all times to come. */
const lasting = phrases(`
  from now|today|here|then|tomorrow on|onwards|onward|forward
  going forward|forwards
  in future
  in the future
  for the future
  henceforth
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
  that is how|what i|we like|want|prefer|do|need
  for all later|future|later|coming
  day in day
  `);
const lastingAtEnd = wordSet("ever always never");
const momentary = phrases(`
  today
  tonight
  tomorrow
  yesterday
  this time|once|morning|afternoon|evening|week|weekend|month|year|one|round|minute
  for now
  for once
  right|just now
  for the moment
  at the moment
  for today
  just this|once
  next week|month|year|time
  yet
  in a minute|second|moment
  until monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|then|later|i|we|he|she
  by monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|noon|tonight
  on monday|tuesday|wednesday|thursday|friday|saturday|sunday
  first thing
  while i am away|gone|out
  before i go|leave
  instead this
  `);
const pointing = phrases(`
  the|your|my|our next|last|first|second|third|fourth|fifth|final|previous|attached|above|following
  the new
  number 1|2|3|4|5|6|7|8|9|10
  this|that
  these|those
  `);
const conditional = phrases(`
  when|whenever|if|while|where|before|after|unless|until you|i|we|a|an|somebody|someone|anybody|anyone|any|people
  before|after|unless|until|while it|they|there
  before|after|when|while|without running|asking|telling|checking|testing|using|reading|saying|making|putting|giving|writing|sending
  instead of
  rather than
  `);
const places = wordSet(
  `codebase repo repository project team house garden kitchen office company handbook manual family flat home household band club class school shop blog newsletter
   product app api monorepo service account channel group department allotment workshop studio choir course organisation organization firm library workspace site website
   column magazine series book novel podcast weekly daily monthly`,
);
const pronouns = wordSet("it this that him her them me us these those anything something");

const adjectives = wordSet(
  "short brief simple concise clean light formal polite plain easy real casual low tidy to under below within civil professional factual neutral",
);

const isPlural = (word: string): boolean =>
  word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/u.test(word) && !weekdays.has(word);

/** What a finding is judged by: the clause it is in, what stands before it, and the short sentence after it. */
export type Surroundings = {
  sentence: readonly Word[];
  clause: readonly Word[];
  lead: readonly Word[];
  after: readonly Word[];
};

/** How much speaks for a rule that lasts: above 0 it does. docs/directives.md has the scale. */
export function standing(found: Finding, { sentence, clause, lead, after }: Surroundings): number {
  let score = found.weight;
  if ([clause, lead, after].some((words) => has(words, lasting)) || endsLasting(clause) || emphatic(after)) score += 4;
  if (isBound(lead)) score += 3;
  else if (has(lead, conditional) || lead[0]?.word === "for") score += 2;
  else if (asksThen(found.body) || comesAgain(found.body)) score += 3;
  else if (find(found.body, conditional, 1) > 0 || hasGerundClause(found.body)) score += 2;
  if (has(clause, contrast) || has(lead, contrast)) score += 3;
  if (hasLimit(found.body)) score += 2;
  if (has(sentence, insisting)) score += 3;
  score += Math.max(ofPlace(found.body), ofPlace(lead));
  if ([...clause, ...lead].some(({ word }) => manyWeekdays.has(word)) || has(clause, usual)) score += 1;
  if (has(clause, ourPlaces) || has(lead, ourPlaces)) score += found.weight < -1 ? 3 : 2;
  if (isMomentary(clause) || isMomentary(lead)) score -= 4;
  if (pointsAt(clause) || pointsAt(lead)) score -= pointsAt(lead) ? 5 : 3;
  return score + ofObject(found, lead) + ofQuantity(found, clause, lead);
}

const ourPlaces = phrases(`
  around here
  in|at|on this|our|my team|house|household|codebase|repo|repository|project|company|office|kitchen|garden|flat|shop|class|band|choir|club|family|home
    with us
`);

/** "before changing an address", "without asking". */
const hasGerundClause = (body: readonly Word[]): boolean =>
  body.some(
    ({ word }, at) =>
      ["before", "after", "without", "when", "while"].includes(word) && /.ing$/u.test(body[at + 1]?.word ?? ""),
  );

const usual = phrases(
  "at night\nin the morning|mornings|evening|evenings|afternoon|afternoons\novernight\nat weekends\non weekdays",
);
const partsOfDay = wordSet("mornings afternoons evenings nights");

/** "today", "until Tuesday"; but not "from today on", "not this week", "on Sunday mornings". */
function isMomentary(words: readonly Word[]): boolean {
  for (let at = find(words, momentary); at >= 0; at = find(words, momentary, at + 1)) {
    const before = words[at - 1]?.word ?? "";
    if (before !== "from" && before !== "not" && !partsOfDay.has(words[at + 2]?.word ?? "")) return true;
  }
  return false;
}

const whenAsked = phrases("when|whenever|if|unless|while you|i|we");
/** "when you plan trips"; "when you're there" is once. */
function asksThen(body: readonly Word[]): boolean {
  const at = find(body, whenAsked, 1);
  if (at < 0) return false;
  const verb = body[at + 2]?.word ?? "";
  return !["are", "am", "have", "get", "see"].includes(verb) || /.ing$/u.test(body[at + 3]?.word ?? "");
}

/** "before every upgrade", "before you cancel anything". */
function comesAgain(body: readonly Word[]): boolean {
  const at = body.findIndex(({ word }, place) => place > 0 && (word === "before" || word === "after"));
  if (at < 0) return false;
  return body
    .slice(at + 1, at + 6)
    .some(({ word }) => ["a", "an", "any", "anything", "every", "each"].includes(word) || isPlural(word));
}

const limits = new Set(["under", "over", "within", "below", "above", "to", "than", "most", "least", "exceed"]);
const isNumber = (word: string): boolean => /^\d/u.test(word) || numberWord(word) !== undefined;

/** "under 50 characters". */
const hasLimit = (body: readonly Word[]): boolean =>
  body.some(
    ({ word }, at) => at > 0 && limits.has(body[at - 1]!.word) && isNumber(word) && body[at + 1]?.kind === "word",
  );

const contrast = phrases("instead of\nrather than\n, not");
const insisting = phrases(
  "i have told|said|asked\ni told|said|asked you|it|before|already|twice\nhow often|many\nas i said",
);

/** Whether what stands before it names a case that may come again. */
const isBound = (lead: readonly Word[]): boolean =>
  lead.length > 1 &&
  (subordinators.has(lead[0]!.word) ||
    ["every", "each", "any"].includes(lead[0]!.word) ||
    lead[1]!.word === "every" ||
    lead[1]!.word === "each");

/** "in your answers", "for customer mails": among things of which there are many. */
function ofPlace(words: readonly Word[]): number {
  let best = 0;
  words.forEach(({ word }, at) => {
    if (!prepositions.has(word) || word === "of" || subordinators.has(word)) return;
    const next = words.slice(at + 1, at + 4).map((each) => each.word);
    const end = next.findIndex((each) => prepositions.has(each) || !/^\p{L}/u.test(each));
    const phrase = end < 0 ? next : next.slice(0, end);
    if (pointers.has(phrase[0] ?? "")) return;
    if (phrase[0] === "the") best = Math.max(best, isOutput(phrase[1] ?? "") ? 3 : 0);
    else if (phrase.some(isOutput)) best = 3;
    else if (phrase.some((each) => isPlural(each) && !verbs.has(each))) best = Math.max(best, 2);
  });
  return best;
}

const pointers = wordSet("this that these those his her their");

/** "..., always", "..., not ever". */
function endsLasting(clause: readonly Word[]): boolean {
  const last = clause.at(-1);
  return last !== undefined && lastingAtEnd.has(last.word);
}

const emphatic = (after: readonly Word[]): boolean =>
  after.length > 0 &&
  after.length <= 4 &&
  after.some(({ word }) => lastingAtEnd.has(word) || word === "every" || word === "all");

/** "this file", "the last line"; but not "this codebase". */
function pointsAt(words: readonly Word[]): boolean {
  for (let at = find(words, pointing); at >= 0; at = find(words, pointing, at + 1)) {
    const next = words.slice(at + 1, at + 4).map(({ word }) => word);
    const isPronoun = next[0] === undefined || !/^[\p{L}]/u.test(next[0]) || prepositions.has(next[0]);
    const first = words[at]!.word;
    if (words[at - 1]?.word === "not") continue;
    if (isPronoun && ["that", "this", "those", "these"].includes(first)) continue;
    if (next.includes("name") || next.includes("choice") || next.includes("language")) continue;
    if (first === "that" && !isThatNoun(words, at)) continue;
    if (first === "those" && at > 0 && prepositions.has(words[at - 1]!.word)) continue;
    if (!next.some((word) => places.has(word))) return true;
  }
  return false;
}

/** "that file", not "X that is" or "so that we". */
function isThatNoun(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.word ?? "";
  return (
    prepositions.has(before) || (verbs.has(before) && !["ensure", "say", "remember", "tell", "check"].includes(before))
  );
}

/** The first thing that the rule is about: a definite one is at hand, several or one of its kind are not. */
function ofObject({ body, shape, type }: Finding, lead: readonly Word[]): number {
  const from = shape === "thing" || shape === "gerund" ? (shape === "gerund" ? 1 : 0) : objectAt(body);
  const first = body[from];
  if (first === undefined) return type === "PREFER" || type === "AVOID" ? -2 : -1;
  const bound = isBound(lead) && !lead.some(({ word }) => word === "the" || word === "this");
  const { word } = first;
  const next = body[from + 1]?.word ?? "";
  if ((word === "anything" || word === "everything") && next !== "") return 1;
  if (word === "it" && adjectives.has(next)) return 0;
  if (bound && (word === "it" || word === "them" || word === "the")) return 0;
  if (word === "something" && next !== "") return 0;
  if (
    ["the", "a", "an"].includes(word) &&
    ["word", "words", "phrase", "term", "expression", "name"].includes(next) &&
    body[from + 2]?.kind === "quote"
  )
    return 1;
  if (pronouns.has(word))
    return next === "" || !/^\p{L}/u.test(next) || prepositions.has(next) || word === "it" || word === "me" ? -2 : -1;
  const loose = from > 0 && prepositions.has(body[from - 1]!.word);
  if (word === "the" && loose && !isPlural(next)) return -1;
  if (word === "the") return isPlural(next) || isPlural(body[from + 2]?.word ?? "") ? 0 : -2;
  if (word === "a" || word === "an") return type === "NEVER" || type === "AVOID" ? 1 : 0;
  if (word === "anything" || word === "everything") return 1;
  if (isOutput(word)) return 3;
  const near = body.slice(from, from + 4).map((each) => each.word);
  if (word === "your" || word === "my" || word === "our") {
    if (near.some(isOutput)) return word === "your" ? 3 : 2;
    return near.some(isPlural) ? 1 : 0;
  }
  if (determiners.has(word) || prepositions.has(word)) return 0;
  if (isNumber(word)) return 0;
  const end = near.findIndex((each) => prepositions.has(each) || !/^[\p{L}]/u.test(each));
  if ((end < 0 ? near : near.slice(0, Math.max(1, end))).some((each) => isPlural(each) && !verbs.has(each))) return 2;
  if ((/^\p{Lu}/u.test(first.text) && from > 0) || loose) return 0;
  return first.kind === "word" && /^\p{L}/u.test(word) ? 1 : 0;
}

/** Behind the verb that the body begins with, and its particle. */
function objectAt(body: readonly Word[]): number {
  let at = 0;
  while (at < Math.min(body.length, 4)) {
    const { word } = body[at]!;
    const isHead =
      at === 0 ||
      verbs.has(word) ||
      baseOfGerund(word) !== undefined ||
      ["to", "not", "even", "just", "ever", "only", "sure", "that", "away", "clear"].includes(word) ||
      ((word === "me" || word === "us") && at + 1 < body.length);
    if (!isHead && !prepositions.has(word)) break;
    at++;
  }
  return at;
}

const quantifiers = wordSet(
  "every each all any anything everything everyone everybody whatever whichever anybody anyone nobody",
);

/** "every reply", "in any recipe": less where an imperative only wants all of something done. */
function ofQuantity(found: Finding, clause: readonly Word[], lead: readonly Word[]): number {
  if (lead.some(({ word }) => quantifiers.has(word))) return 2;
  let best = 0;
  clause.forEach(({ word }, at) => {
    if (!quantifiers.has(word) || (word === "all" && ["at", "after", "of"].includes(clause[at - 1]?.word ?? "")))
      return;
    const inPhrase = prepositions.has(clause[at - 1]?.word ?? "");
    const alone = clause[at + 1] === undefined || clause[at + 1]!.kind === "mark";
    if (clause.slice(at + 1, at + 5).some((each) => each.word === "you" || each.word === "i")) best = Math.max(best, 3);
    best = Math.max(best, alone && !inPhrase ? 0 : inPhrase ? 3 : found.weight < -1 && found.shape === "verb" ? 1 : 2);
  });
  return best;
}
