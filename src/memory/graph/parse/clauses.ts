import { phraseList, wordSet } from "../../language/word-set.ts";
import type { Sentence } from "./sentences.ts";
import { isCapital, lowerAt, type Token } from "../../language/tokens.ts";
import { dateAt } from "../time/dates.ts";
import { adverbs, conjunctions, hedges, possessives } from "../words/common.ts";
import { verbForms } from "../words/verbs.ts";
import { agrees, subjectAt, type Subject } from "./subjects.ts";
import { verbGroupAt, type VerbGroup } from "./verb-group.ts";

/** Who does what: the words before the subject (times), the verb, and what follows it. */
export type Clause = {
  sentence: Sentence;
  start: number;
  lead: Token[];
  subject: Subject;
  verb: VerbGroup;
  rest: Token[];
  conditional: boolean;
  /** Its subject is that of the clause before. */
  elided?: true;
};

const marks = new Set([";", ":", "—", "(", ")", "…", "!", "?", "."]);
const openers = wordSet(
  `so because but while whereas although though when where
   whenever if unless whether who which until yet as that plus`,
);
const subjectWords = new Set(["i", "we", "he", "she"]);
const conditions = new Set(["if", "unless", "whether", "when", "whenever", "as", "that"]);

const anyDay = { said: { year: 2000, month: 1, day: 1 }, direction: "past" } as const;

/** The clauses of a sentence, from left to right. Linear: each looks a bounded number of words ahead. */
export function clausesOf(sentence: Sentence): Clause[] {
  const { tokens } = sentence;
  const clauses: Clause[] = [];
  let inherited: Subject | undefined;
  for (let at = 0; at < tokens.length;) {
    const isFirst = clauses.length === 0 && !namesSomebody(tokens.slice(0, at));
    const found = clauseAt(sentence, at, inherited, isFirst);
    if (!found) {
      at = nextBoundary(tokens, at);
      continue;
    }
    const { subject, verb, inserted } = found;
    if (inserted) clauses.push(inserted);
    const isBeing = verb.lemma === "be";
    const carried: Subject = { ...subject, goesOn: verb.tense === "progressive" || isBeing, isDescribed: isBeing };
    const end = clauseEnd(sentence, verb.end, carried);
    const conditional = found.conditional;
    const words = tokens.slice(verb.end, end);
    // "Kamil maintains it, ping him if it's red": the condition is of what stands behind the comma.
    const comma = ["if", "unless"].includes(lowerAt(tokens, end))
      ? words.findIndex(({ lower }) => lower === ",")
      : words.length;
    const ifBehind = comma < 0;
    clauses.push({
      sentence,
      start: found.subjectStart,
      lead: tokens.slice(at, found.subjectStart),
      subject,
      verb,
      rest: words.slice(0, comma),
      conditional: conditional || ifBehind,
      ...(found.elided && { elided: true }),
    });
    if (!found.relative) inherited = { ...carried, isDescribed: isBeing && !endsWithAnother(words) };
    at = Math.max(end, at + 1);
  }
  return clauses;
}

type Found = {
  subject: Subject;
  subjectStart: number;
  verb: VerbGroup;
  conditional: boolean;
  relative: boolean;
  elided?: true;
  inserted?: Clause;
};

function clauseAt(sentence: Sentence, at: number, inherited: Subject | undefined, first: boolean): Found | undefined {
  const { tokens } = sentence;
  const start = leadEnd(tokens, at);
  const lead = tokens.slice(at, start);
  const conditional = lead.some(({ lower }) => conditions.has(lower));
  if (tokens[start]?.lower === "who") {
    const verb = verbGroupAt(tokens, start + 1);
    return (
      verb && {
        subject: {
          kind: "person",
          mentions: [{ mention: { kind: "pronoun", text: "he" }, gender: undefined }],
          end: start + 1,
        },
        subjectStart: start,
        verb,
        conditional,
        relative: true,
      }
    );
  }
  const shared = startsFinite(tokens, start) ? elided(sentence, start, inherited, first, conditional) : undefined;
  if (shared) return shared;
  const subject = subjectAt(sentence, start);
  const verb = subject && verbGroupAt(tokens, subject.end);
  if (subject && verb && agrees(sentence, subject, verb))
    return { subject, subjectStart: start, verb, conditional, relative: false };
  if (subject && subject.kind !== "thing") {
    const found = withInsert(sentence, start, subject);
    if (found) return { ...found, conditional };
  }
  return elided(sentence, start, inherited, first, conditional);
}

/** "is", "has", "works": no subject begins so. */
const startsFinite = (tokens: Token[], at: number) =>
  ["is", "are", "was", "were", "has", "have", "will", "does"].includes(lowerAt(tokens, at)) ||
  verbForms(lowerAt(tokens, at)).some(({ form }) => form === "s");

const insertMax = 14;

/** "Hannah, my best friend from school, is a vet": the verb stands behind what is inserted. */
function withInsert(sentence: Sentence, start: number, subject: Subject): Omit<Found, "conditional"> | undefined {
  const { tokens } = sentence;
  const open = tokens[subject.end]?.lower;
  if (open !== "," && open !== "(") return undefined;
  const close = open === "," ? "," : ")";
  for (let at = subject.end + 1; at < Math.min(tokens.length, subject.end + insertMax); at++) {
    if (tokens[at]!.lower !== close) continue;
    const verb = verbGroupAt(tokens, at + 1);
    if (!verb) continue;
    const inserted = relativeClause(sentence, subject, at);
    return { subject, subjectStart: start, verb, relative: false, ...(inserted && { inserted }) };
  }
  return undefined;
}

/** "..., who lives in Lisbon, ..." */
function relativeClause(sentence: Sentence, subject: Subject, end: number): Clause | undefined {
  const { tokens } = sentence;
  const start = subject.end + 1;
  if (tokens[start]?.lower !== "who" && tokens[start]?.lower !== "which") return undefined;
  const verb = verbGroupAt(tokens, start + 1);
  return verb && { sentence, start, lead: [], subject, verb, rest: tokens.slice(verb.end, end), conditional: false };
}

/** A clause without its subject: of the clause before, or at the beginning of a sentence who speaks. */
function elided(
  { tokens }: Sentence,
  start: number,
  inherited: Subject | undefined,
  first: boolean,
  conditional: boolean,
): Found | undefined {
  const word = lowerAt(tokens, start);
  const forms = verbForms(word);
  const verb = adjectiveVerb(tokens, start) ?? verbGroupAt(tokens, start, true);
  // "Meet Luna, born last Friday": of whom is not said. It goes on only with who somebody is.
  if (!verb || (origins.has(word) && !inherited?.isDescribed)) return undefined;
  // "a safe and loving home" has no verb.
  if (!first && !inherited?.goesOn && forms.every(({ form }) => form === "ing") && forms.length > 0) return undefined;
  // "I live with Eva, hates seafood": whoever hates it, it is not who speaks.
  if (inherited?.kind === "user" && !first && forms.some(({ form }) => form === "s")) return undefined;
  if (inherited && !first)
    return { subject: inherited, subjectStart: start, verb, conditional, relative: false, elided: true };
  // "moved to Rome", "been to Rome": what may be a command, "put", is none.
  const telling = word === "been" || forms.some(({ form }) => form === "past" || form === "participle");
  if (!first || !telling || forms.some(({ form }) => form === "base")) return undefined;
  return {
    subject: { kind: "user", mentions: [{ mention: { kind: "user" }, gender: undefined }], end: start },
    subjectStart: start,
    verb,
    conditional,
    relative: false,
  };
}

/** "Meet Sam: moved to Rome", "about my dad: ...": it may be of them. */
const namesSomebody = (tokens: Token[]): boolean =>
  tokens.some((token, at) => possessives.has(token.lower) || token.lower === "'s" || (at > 0 && isCapital(token)));

/** "I'm the dad of Luna", "I'm married to Ana": what follows may be of her. */
function endsWithAnother(words: Token[]): boolean {
  const before = words.findLast((token) => !isCapital(token));
  return words.length > 0 && isCapital(words.at(-1)!) && ["of", "to", "with", "and"].includes(before?.lower ?? "");
}

const origins = new Set(["born", "raised"]);
const adjectives = new Set(["allergic", "based", "born", "married", "located", "situated"]);

/** "29, based in Manila": as if "am" stood before it. */
function adjectiveVerb(tokens: Token[], at: number): VerbGroup | undefined {
  if (!adjectives.has(lowerAt(tokens, at))) return undefined;
  return {
    lemma: "be",
    tense: "present",
    passive: false,
    negated: false,
    ended: false,
    hedged: false,
    start: at,
    end: at,
  };
}

/** Behind conjunctions, adverbs and times, at which a subject may begin. */
function leadEnd(tokens: Token[], start: number): number {
  let at = start;
  for (let steps = 0; steps < 14 && at < tokens.length; steps++) {
    const word = tokens[at]!.lower;
    const date = dateAt(tokens, at, anyDay);
    if (date) at = date.end;
    else if (
      word === "," ||
      conjunctions.has(word) ||
      (adverbs.has(word) && word !== "all") ||
      conditions.has(word) ||
      (openers.has(word) && word !== "who" && word !== "which" && word !== "that")
    )
      at++;
    else if (isPhrase(tokens, at) > 0) at += isPhrase(tokens, at);
    else if (marks.has(word) || hedges.has(word)) at++;
    else break;
  }
  return at;
}

const phrases =
  phraseList(`these days|by the way|at the moment|right now|for now|in fact|of course|as of|back in|good news|
   since|in|on|until|from|after that|before that|hi|hey|hello|fyi|yes|no|well|oh|ok|thanks|sorry|also|since then|
   for the record|one more thing|btw|ha|as from`).map((phrase) => phrase.split(" "));

function isPhrase(tokens: Token[], at: number): number {
  for (const phrase of phrases) {
    if (!phrase.every((word, i) => tokens[at + i]?.lower === word)) continue;
    // A preposition belongs to the date behind it, or to something else.
    if (
      ["since", "in", "on", "until", "from", "as", "back"].includes(phrase[0]!) &&
      phrase.length === 1 &&
      !dateAt(tokens, at + 1, anyDay)
    )
      continue;
    return phrase.length;
  }
  return 0;
}

function nextBoundary(tokens: Token[], start: number): number {
  for (let at = start + 1; at < tokens.length; at++) {
    const { lower } = tokens[at]!;
    if (lower === "," || marks.has(lower) || conjunctions.has(lower) || openers.has(lower) || subjectWords.has(lower))
      return at;
  }
  return tokens.length;
}

/** Where what follows a verb ends: before the next clause, or a mark. */
function clauseEnd(sentence: Sentence, start: number, subject: Subject): number {
  const { tokens } = sentence;
  for (let at = start; at < tokens.length; at++) {
    const { lower } = tokens[at]!;
    if (marks.has(lower) || (openers.has(lower) && opens(tokens, at))) return at;
    if (subjectWords.has(lower) && verbGroupAt(tokens, at + 1)) return at;
    if (lower !== "," && lower !== "and" && lower !== "or" && lower !== "then") continue;
    if (clauseAt(sentence, at, subject, false)) return at;
  }
  return tokens.length;
}

/** "as a nurse" goes on, "as I live there" begins anew; "that" alone begins nothing. */
function opens(tokens: Token[], at: number): boolean {
  const { lower } = tokens[at]!;
  const next = lowerAt(tokens, at + 1);
  if (lower === "as" || lower === "that") return subjectWords.has(next);
  return lower !== "until" || subjectWords.has(next) || next === "the";
}
