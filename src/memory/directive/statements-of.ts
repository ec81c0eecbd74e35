import type { StatedRule, Statement } from "./directive.ts";
import { isIdiom, isOffer, isPastForm, isReport, isSupposed } from "./lasting/excluded.ts";
import { readDuty } from "./readers/duty.ts";
import type { Finding, Reader } from "./finding.ts";
import { rendered, softened } from "./wording/render.ts";
import { beforeAside, picked, withoutFillers } from "./wording/trim.ts";
import { readImperative, readRequest } from "./readers/request.ts";
import { isReinforcement } from "./lasting/reinforcement.ts";
import { withoutOpening } from "./wording/opening.ts";
import { merged, type TaggedRule } from "./tagged/merged.ts";
import { findingOf } from "./tagged/tagged-finding.ts";
import type { TaggedWord } from "./tagged/tagged-word.ts";
import { Tags } from "./tagged/tags.ts";
import { readRetraction } from "./readers/retraction.ts";
import { standing } from "./lasting/standing.ts";
import { readBanning } from "./readers/banning.ts";
import { readConvention } from "./readers/convention.ts";
import { readOfThings } from "./readers/of-things.ts";
import { isArrangement, isVerbless, readVerbless } from "./readers/verbless.ts";
import { readTaste, youWould } from "./readers/taste.ts";
import { deedOf, isHabit, objectOf, topicOf, withTopic, type Topic } from "./wording/topic.ts";
import { clausesOf, type Clause } from "./text/clause.ts";
import { ofAll } from "./lasting/lasting.ts";
import { find, firstMatch, has, phrases } from "./text/match.ts";
import { sentencesOf, type Sentence } from "./text/sentence.ts";
import { added, addedAll, wordsOf, type Word } from "./text/word.ts";
import { isOutput } from "./words/outputs.ts";
import { isPlural } from "./words/plural.ts";
import { baseOfGerund, verbs } from "./words/verbs.ts";
import { adverbs, auxiliaries, modals, prepositions, subordinators } from "./words/classes.ts";

const readers: readonly Reader[] = [readBanning, readRequest, readDuty, readTaste];
const allReaders: readonly Reader[] = [...readers, readOfThings, readConvention, readImperative];

const softLead = phrases("ideally\npreferably");

/** "Ideally, every function fits on one screen". */
function readIdeally(all: readonly Word[]): { found: Finding; lead: readonly Word[] } | undefined {
  const you = firstMatch(all, 0, youWould);
  if (you)
    return { found: { type: "PREFER", shape: "verb", body: all.slice(you.to), weight: 3, absolute: false }, lead: [] };
  const words = all;
  if (["i", "he", "she", "they", "it", "we", "you"].includes(words[0]!.word)) return undefined;
  return {
    found: { type: "PREFER", shape: "thing", body: [...addedAll("that"), ...words], weight: 3, absolute: false },
    lead: [],
  };
}

type State = {
  readonly statements: Statement[];
  topic: Topic;
  /** That of the message before. */
  topicBefore: Topic;
  /** What the assistant was said to do, as an -ing phrase: "stop doing that". */
  deed: Topic;
  /** The sentence before told what the assistant keeps doing: what follows is to change it. */
  habit: boolean;
  /** The sentence before told what somebody else says. */
  reported: boolean;
  /** Of this message. */
  tags: Tags | undefined;
  readonly tagged: TaggedRule[];
  /** The words that a rule was read in. */
  readonly wordsOf: Map<Statement, readonly Word[]>;
};

/**
 * The rules that a user's message states, and those that it takes back, in its order. Linear in the message's length; of the tagged
 * words, in how many they are.
 */
export function statementsOf(text: string, { before = "", tagged }: Beside = {}): Statement[] {
  const unread = { topic: [], deed: [], reported: false, habit: false, tags: undefined, topicBefore: [] };
  const state: State = { ...unread, statements: [], tagged: [], wordsOf: new Map() };
  if (before !== "") readText(before.slice(-contextMax), state);
  state.statements.length = 0;
  state.topicBefore = state.topic;
  state.tags = tagged && new Tags(tagged);
  readText(text, state);
  return merged(state.statements, state.tagged, state.wordsOf, state.tags);
}

/** What is known beside a message's text. */
export type Beside = {
  /** What the same user said before in the conversation: pronouns may stand for its things. */
  readonly before?: string;
  /** What a model takes for rules: without it the readers alone are believed. */
  readonly tagged?: readonly TaggedWord[];
};

const contextMax = 4_000;

function readText(text: string, state: State): void {
  const words = wordsOf(text);
  const sentences = sentencesOf(text, words);
  for (const [at, sentence] of sentences.entries()) {
    const next = sentences[at + 1];
    const laughs = next !== undefined && next.joke && next.words.length <= 1;
    const topic = state.topic;
    const first = state.statements.length;
    if (!laughs) readSentence(sentence, next?.words ?? [], state);
    const retracts = state.statements.slice(first).some(({ kind }) => kind === "retraction");
    if (!retracts) addTagged(sentence, words, topic, state);
  }
}

function readSentence(sentence: Sentence, next: readonly Word[], state: State): void {
  if (sentence.joke || isSupposed(sentence.words.slice(0, 4))) return;
  if (state.reported && isShouted(sentence.words)) return;
  const after = next.length <= 8 ? next : [];
  const clauses = clausesOf(sentence.words);
  const insists =
    clauses.some(({ words }) => isReinforcement(withoutOpening(words))) || isReinforcement(withoutOpening(next));
  const first = state.statements.length;
  let reported = false;
  let habit = false;
  let colon: readonly Word[] = [];
  let before: readonly Word[] = [];
  let announced: readonly Word[] | undefined;
  for (const clause of clauses) {
    if (clause.link === "so" || clause.link === "but" || clause.link === "dash") reported = false;
    if (isReport(clause.words)) reported = true;
    const retraction =
      reported || sentence.question || clause.link === "reason"
        ? undefined
        : readRetraction(withoutOpening(clause.words));
    if (clause.link === "colon") announced ??= announcedBy(colon);
    const lead = clause.link === "colon" && announced === undefined ? [...clause.lead, ...asLead(colon)] : clause.lead;
    if (retraction !== undefined) state.statements.push({ kind: "retraction", about: retraction });
    else if (clause.link !== "reason" && !reported)
      readClause(
        { ...clause, lead },
        sentence,
        after,
        state,
        first,
        announced,
        insists,
        clause.link === "and" ? before : [],
      );
    before = clause.lead;
    colon = clause.words;
    const deed = deedOf(clause.words);
    if (deed.length > 0) state.deed = deed;
    habit ||= isHabit(clause.words);
    const topic = topicOf(withoutOpening(clause.words));
    if (topic.length > 0 && clause.link !== "reason") state.topic = topic;
  }
  state.reported = reported;
  state.habit = habit;
}

/** "Flights: aisle seat": what stands before the colon, where it is short and a noun phrase. */
const asLead = (words: readonly Word[]): readonly Word[] =>
  words.length > 0 && words.length <= 3 && !words.some(({ word }) => notThings.has(word))
    ? [added("for"), ...words]
    : [];
const notThings = new Set(
  "i you we it policy rule rules note style request thing important reminder future is are one two three metric seriously ps pps edit please remember always never preference preferences".split(
    " ",
  ),
);

/** "Three things about reviews:", "for this repo:": what all that follows is about; undefined where nothing is announced. */
function announcedBy(words: readonly Word[]): readonly Word[] | undefined {
  const about = words.findIndex(({ word }) => ["about", "for", "on", "in", "with"].includes(word));
  const lead = about >= 0 && words.length - about <= 4 ? words.slice(about) : [];
  const meta = words.some(({ word }) => announcing.has(word));
  const isRule = words.some(({ word }) => word === "rule") || (about === 0 && words.length <= 4);
  if (!meta && !isRule) return undefined;
  return lead.some(({ word }) => ["now", "today", "tonight", "tomorrow", "you", "me", "our", "my", "us"].includes(word))
    ? []
    : lead;
}
const announcing = new Set(
  "things rules rule preferences preference conventions wishes requests style habits principles guidelines policy policies".split(
    " ",
  ),
);

const stopping = phrases("stop|quit doing? that|it|this");

/** "You keep yawning, please stop that": stop yawning. */
function stopped(words: readonly Word[], topic: Topic): readonly Word[] {
  const found = firstMatch(words, 0, stopping);
  const isGerund = topic[0] !== undefined && baseOfGerund(topic[0].word) !== undefined;
  return found && isGerund ? [words[0]!, ...topic, ...words.slice(found.to)] : words;
}

function isShouted(words: readonly Word[]): boolean {
  return words.length > 1 && words.every(({ text }) => text === text.toUpperCase());
}

function readClause(
  clause: Clause,
  sentence: Sentence,
  after: readonly Word[],
  state: State,
  first: number,
  announced?: readonly Word[],
  insists = false,
  inherited: readonly Word[] = [],
): void {
  const words = stopped(withoutOpening(clause.words), state.deed.length > 0 ? state.deed : state.topic);
  const pointsBack = words.length <= 2 && ["remember", "note", "mind"].includes(words[0]?.word ?? "");
  if (
    words.length === 0 ||
    pointsBack ||
    isReinforcement(words) ||
    isOffer(words, clause.lead) ||
    isIdiom(words) ||
    isPastForm(words)
  )
    return;
  const asks = sentence.question || isInvertedQuestion(words);
  const topic = state.topic.length > 0 ? state.topic : topicOfLead(clause.lead);
  const soft = firstMatch(clause.lead, 0, softLead) !== undefined;
  const read =
    readAnywhere(
      words,
      state.topic,
      asks,
      clause.link === "colon" || announced !== undefined || isVerbless(sentence.words) || has(sentence.words, ofAll),
    ) ?? (soft ? readIdeally(words) : undefined);
  if (!read) return;
  const { found, lead: inner } = read;
  const lead = [...clause.lead, ...inner, ...(announced ?? [])];
  if (
    isSupposed(lead) ||
    isPastForm(lead) ||
    (words[0]!.word === "we" && clause.link === "comma" && state.statements.length > first)
  )
    return;
  const { body, resolved } = withTopic(beforeAside(withoutFillers(found.body)), topic);
  const whole: Finding = { ...found, body };
  const type = softened(found.type, clause.words, lead);
  const score = standing(whole, {
    sentence: sentence.words,
    clause: clause.words,
    lead: lead.length > 0 ? lead : inherited,
    after,
  });
  const told = (announced === undefined ? 0 : 4) + (insists ? 3 : 0) + (state.habit ? 2 : 0);
  if (score + told + (resolved || clause.link === "so" ? 1 : 0) + (type === found.type ? 0 : 2) <= 0) return;
  const rule = rendered(whole, type, lead);
  if (rule.split(" ").length < 2) return;
  const own = [...body, ...lead].filter(({ start }) => start >= 0);
  // The model does not see the message before, in which a pronoun's thing may be.
  const isOfBefore = body.some((word) => state.topicBefore.includes(word));
  if (state.tags && !isOfBefore && !isPlain(words, found) && !state.tags.supports(own)) return;
  const stated: StatedRule = { type, rule, changes: isChange(sentence.words), stressed: found.absolute };
  const statement = addRule(state, stated, clause, resolved, first);
  if (statement) state.wordsOf.set(statement, own);
  const next = found.shape === "thing" ? body : objectOf(body);
  if (next.length > 0) state.topic = next;
}

/** "Always lock the door": nobody needs a model to tell that it is a rule. */
const isPlain = (words: readonly Word[], { absolute, shape }: Finding): boolean =>
  absolute && shape === "verb" && ["always", "never"].includes(words[0]!.word) && verbs.has(words[1]?.word ?? "");

/** What the model found in a sentence. `topic`: what was spoken of before it. */
function addTagged({ words }: Sentence, message: readonly Word[], topic: Topic, state: State): void {
  const [from, to] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  for (const span of state.tags?.within(from, to) ?? []) {
    const read = findingOf(span, message, words);
    if (!read) continue;
    const { body } = withTopic(read.found.body, topic);
    const rule = rendered({ ...read.found, body }, span.type, read.lead, picked);
    if (rule.split(" ").length < 2) continue;
    const { type } = span;
    const stated: StatedRule = { type, rule, changes: isChange(words), stressed: read.found.absolute };
    state.tagged.push({ span, rule: stated, at: state.statements.length });
  }
}

/** "If you plan an outing for us": the outing. */
function topicOfLead(lead: readonly Word[]): Topic {
  const acts = ["i", "we", "you"].includes(lead[1]?.word ?? "") && verbs.has(lead[2]?.word ?? "");
  return acts && !seeming.has(lead[2]!.word) ? withoutIndefinite(objectOf(lead.slice(2))) : [];
}
const seeming = new Set(["sound", "seem", "look", "feel", "get", "be", "stay", "act", "appear"]);

const withoutIndefinite = (topic: Topic): Topic => (/^an?$/u.test(topic[0]?.word ?? "") ? topic.slice(1) : topic);

/** A consequence takes the place of its reason: "X is banned, so don't offer it" is the second rule alone. */
function addRule(
  state: State,
  stated: StatedRule,
  clause: Clause,
  resolved: boolean,
  first: number,
): Statement | undefined {
  const last = state.statements.at(-1);
  const follows = state.statements.length > first && (clause.link === "so" || (clause.link === "comma" && resolved));
  if (follows && last?.kind === "rule") {
    if (last.type === "PREFER" && stated.type !== "NEVER" && stated.type !== "AVOID") return undefined;
    state.statements.pop();
  }
  const statement = { kind: "rule" as const, ...stated };
  state.statements.push(statement);
  return statement;
}

const changes = phrases(`
  now
  after all
  instead
  switch
  back to
  no longer
  not any more
  any more
  from now on
  changed my mind
  on second thought
  actually
  differently
  again
  rather
  `);
const isChange = (words: readonly Word[]): boolean => find(words, changes) >= 0;

/** "Do we have to learn it by heart", though no mark says that it asks. */
const isInvertedQuestion = (words: readonly Word[]): boolean =>
  ["do", "does", "did", "is", "are", "should", "must", "may", "shall", "can", "could"].includes(words[0]!.word) &&
  ["i", "we", "he", "she", "they", "it", "people", "one"].includes(words[1]?.word ?? "");

/** A rule at the beginning of a clause, or behind what only says when it holds. */
function readAnywhere(
  words: readonly Word[],
  topic: Topic,
  asks: boolean,
  alone: boolean,
): { found: Finding; lead: readonly Word[] } | undefined {
  if (asks) {
    const found = readDuty(words, 0);
    return found && ["could", "can", "would", "will", "may", "do", "is", "how"].includes(words[0]!.word)
      ? { found, lead: [] }
      : undefined;
  }
  const direct = readAt(words, 0, allReaders) ?? readPronoun(words, topic);
  const noun = direct !== undefined && direct.weight <= -3 && isVerbless(words) ? readVerbless(words, 0) : undefined;
  if (noun && noun.weight > direct!.weight) return { found: noun, lead: [] };
  if (direct) return { found: direct, lead: [] };
  if (
    prepositions.has(words[0]!.word) ||
    subordinators.has(words[0]!.word) ||
    words[0]!.word === "every" ||
    words[0]!.word === "any"
  ) {
    for (let at = 1; at < Math.min(words.length - 1, 20); at++) {
      if (adverbs.has(words[at]!.word) && words[at]!.word !== "always") continue;
      if (auxiliaries.has(words[at - 1]!.word) || (at < 3 && subordinators.has(words[0]!.word))) continue;
      const soft = ["possible", "can"].includes(words[at - 1]!.word);
      const found = readAt(words, at, [...readers, readConvention, ...(soft ? [readImperative] : [])]);
      if (found && !(words[at]!.word === "you" && isElsewhere(words.slice(0, at))))
        return { found, lead: words.slice(0, at) };
    }
  }
  const verbless = isVerbless(words) ? readVerbless(words, 0) : undefined;
  return verbless && (alone || isArrangement(verbless)) ? { found: verbless, lead: [] } : undefined;
}

/** "In Japan", "under warranty": where anybody must, and not the assistant alone. */
const isElsewhere = (lead: readonly Word[]): boolean =>
  ["in", "at", "under", "on"].includes(lead[0]!.word) &&
  !lead.some(
    ({ word }) =>
      ["my", "our", "your", "this", "every", "each", "any", "all"].includes(word) || isPlural(word) || isOutput(word),
  );

function readAt(words: readonly Word[], at: number, list: readonly Reader[]): Finding | undefined {
  if (
    words[at]!.word === "let" &&
    words[at + 1]?.word === "us" &&
    words[at + 2] !== undefined &&
    words[at + 2]!.word !== "not"
  ) {
    return readAt(words, at + 2, list);
  }
  for (const read of list) {
    const found = read(words, at);
    if (found) return found;
  }
  return undefined;
}

const dutiful = new Set(["never", "not", "need", "needs", "have", "has", "is", "are", "banned", "forbidden"]);

/** "It must never run at night", where it is known what "it" is. */
function readPronoun(words: readonly Word[], topic: Topic): Finding | undefined {
  const { word } = words[0]!;
  if ((word !== "it" && word !== "they" && word !== "those") || topic.length === 0) return undefined;
  if (!words.some(({ word }) => modals.has(word) || dutiful.has(word))) return undefined;
  return readOfThings([...topic, ...words.slice(1)], 0);
}
