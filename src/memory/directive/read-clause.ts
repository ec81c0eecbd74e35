import type { StatedRule, Statement } from "./directive.ts";
import type { Finding } from "./finding.ts";
import { isCheer, isIdiom, isOffer, isPastForm, isSupposed } from "./lasting/excluded.ts";
import { correctsRule } from "./lasting/correcting.ts";
import { ofAll } from "./lasting/lasting.ts";
import { insisting, isReinforcement } from "./lasting/reinforcement.ts";
import { standing } from "./lasting/standing.ts";
import { isTrade } from "./lasting/told.ts";
import { isInvertedQuestion, readAnywhere, readIdeally } from "./readers/anywhere.ts";
import { readExclusive } from "./readers/exclusive.ts";
import { readExcepted, type Permission } from "./readers/permission.ts";
import { isVerbless } from "./readers/verbless.ts";
import type { State } from "./state.ts";
import type { Clause } from "./text/clause.ts";
import { find, matchAt, has, phrases } from "./text/match.ts";
import type { Sentence } from "./text/sentence.ts";
import { isOwn, wordAt, type Word } from "./text/word.ts";
import { isEnglish } from "../language/english.ts";
import { wordSet } from "../language/word-set.ts";
import { withoutOpening } from "./wording/opening.ts";
import { rendered, softened } from "./wording/render.ts";
import { objectOf, withTopic, type Topic } from "./wording/topic.ts";
import { beforeAside, withoutFillers } from "./wording/trim.ts";
import { baseOfGerund, verbs } from "./words/verbs.ts";

/** What a clause is read with, beside its sentence. */
export type ClauseContext = {
  readonly state: State;
  /** How many statements there were before its sentence. */
  readonly first: number;
  /** The next sentence, where it is short. */
  readonly after: readonly Word[];
  /** What the sentence's rules are about, where it announces some. */
  readonly announced: readonly Word[] | undefined;
  /** Its sentence, or the next, says that what it states is to be heeded. */
  readonly insists: boolean;
  /** What limits the clause to which it is joined by "and". */
  readonly inherited: readonly Word[];
  /** The clause before it, where there is one. */
  readonly before: readonly Word[];
  /** What it permits, where it does. */
  readonly permission: Permission | undefined;
};

const softLead = phrases("ideally\npreferably");

/** Adds the rule that a clause states, if it states one that lasts. */
export function readClause(
  clause: Clause,
  sentence: Sentence,
  { state, first, after, announced, insists, inherited, before, permission }: ClauseContext,
): void {
  const words = stopped(withoutOpening(clause.words), state.deed.length > 0 ? state.deed : state.topic);
  const pointsBack = words.length <= 2 && ["remember", "note", "mind"].includes(wordAt(words, 0));
  if (
    words.length === 0 ||
    pointsBack ||
    isReinforcement(words) ||
    isOffer(words, clause.lead) ||
    isIdiom(words) ||
    isCheer(words) ||
    isTrade(words) ||
    isPastForm(words)
  )
    return;
  const asks = sentence.question || isInvertedQuestion(words);
  const topic = state.topic.length > 0 ? state.topic : topicOfLead(clause.lead);
  const alone =
    clause.link === "colon" || announced !== undefined || isVerbless(sentence.words) || has(sentence.words, ofAll);
  const read = readWords(words, clause.lead, { topic: state.topic, asks, alone, permission });
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
  const corrects = resolved && correctsRule(words, sentence.words, state);
  const told = (announced === undefined ? 0 : 4) + (insists ? 3 : 0) + (state.habit ? 2 : 0) + (corrects ? 3 : 0);
  if (score + told + (resolved || clause.link === "so" ? 1 : 0) + (type === found.type ? 0 : 2) <= 0) return;
  // "Soup spoons: these go on the right": the pronoun said already what the lead says.
  const isSaid = lead.every(
    (word) => word.start < 0 || body.includes(word) || body.some(({ start }) => start === word.start),
  );
  const rule = rendered(whole, type, isSaid ? [] : lead);
  if (rule.split(" ").length < 2) return;
  if (!isEnglish([...clause.lead, ...clause.words].filter(isOwn), state.said)) return;
  const own = [...body, ...lead].filter(isOwn);
  // The model does not see the message before, in which a pronoun's thing may be.
  const isOfBefore = body.some((word) => state.topicBefore.includes(word));
  const needsNoModel = clause.link === "start" || announced !== undefined || followsCommand(clause, before);
  const isPlain =
    !isQuoted(sentence.words) &&
    (found.plain ||
      isToldAgain(clause, before) ||
      isPlainBehind(clause.lead, words, found) ||
      (needsNoModel && isAbsolute(words, found)));
  // Of "soup spoons: these go on the right" the model marks the spoons.
  const isLeadMarked = clause.link === "colon" && lead.length > 0 && state.tags?.supports(lead);
  const telling = own.filter(({ word }) => !adding.has(word));
  // Nobody makes small talk in a note.
  const isWish = clause.words.some(({ start }) => state.wishes.some((wish) => wish.start <= start && start < wish.end));
  if (state.tags && !isOfBefore && !isPlain && !isLeadMarked && !isWish && !state.tags.supports(telling)) return;
  const stated: StatedRule = { type, rule, changes: isChange(sentence.words), stressed: found.absolute };
  if (corrects) state.statements.push({ kind: "retraction", about: state.ruleBefore!.rule, explicit: true });
  const statement = addRule(state, stated, clause, resolved, first);
  if (statement) state.wordsOf.set(statement, own);
  const next = found.shape === "thing" ? body : objectOf(body);
  if (next.length > 0) state.topic = next;
}

type Reading = { topic: Topic; asks: boolean; alone: boolean; permission: Permission | undefined };

function readWords(
  words: readonly Word[],
  lead: readonly Word[],
  { topic, asks, alone, permission }: Reading,
): { found: Finding; lead: readonly Word[] } | undefined {
  const exclusive = asks ? undefined : readExclusive(words);
  if (exclusive) return exclusive;
  if (permission) return readExcepted(permission);
  const isSoft = matchAt(lead, 0, softLead) !== undefined;
  return readAnywhere(words, topic, asks, alone) ?? (isSoft ? readIdeally(words) : undefined);
}

/** "Don't use green ink either": the model marks none of them. */
const adding = wordSet("also too either");

/** "Always lock the door": nobody needs a model to tell that it is a rule. */
const isAbsolute = (words: readonly Word[], { absolute, shape }: Finding): boolean =>
  absolute && shape === "verb" && ["always", "never"].includes(words[0]!.word) && verbs.has(wordAt(words, 1));

/** "Never trust a gull, he wrote." */
const isQuoted = (words: readonly Word[]): boolean =>
  saying.has(words.findLast(({ kind }) => kind !== "mark")?.word ?? "") &&
  !["i", "we"].includes(words.at(-2)?.word ?? "");
const saying = wordSet("said says wrote writes warned warns insisted insists told");

/** "I told you: no meetings on Fridays". */
const isToldAgain = ({ link }: Clause, before: readonly Word[]): boolean => link === "colon" && has(before, insisting);

/** "Whatever you do, don't wake the baby after seven": neither does it take a model to tell this. */
function isPlainBehind(lead: readonly Word[], words: readonly Word[], found: Finding): boolean {
  if (matchAt(lead, 0, whateverHappens) === undefined) return false;
  const [first, second, third] = words.map(({ word }) => word);
  const isBan = first === "do" && second === "not" && verbs.has(third ?? "");
  return isAbsolute(words, found) || (isBan && found.type === "NEVER" && found.shape === "verb");
}
const whateverHappens = phrases("whatever\nno matter\ncome what may");

/** "You don't have to knock, but never go in", "oh, never go in"; not "they are loud and never have cash". */
function followsCommand({ link }: Clause, before: readonly Word[]): boolean {
  const [first = "", second = ""] = withoutOpening(before).map(({ word }) => word);
  return (
    ["comma", "and", "but"].includes(link) &&
    (before.length === 1 || first === "you" || verbs.has(first) || second === "not")
  );
}

const stopping = phrases("stop|quit doing? that|it|this");

/** "You keep yawning, please stop that": stop yawning. */
function stopped(words: readonly Word[], topic: Topic): readonly Word[] {
  const found = matchAt(words, 0, stopping);
  const isGerund = topic[0] !== undefined && baseOfGerund(topic[0].word) !== undefined;
  return found && isGerund ? [words[0]!, ...topic, ...words.slice(found.to)] : words;
}

/** "If you plan an outing for us": the outing. */
function topicOfLead(lead: readonly Word[]): Topic {
  const acts = ["i", "we", "you"].includes(wordAt(lead, 1)) && verbs.has(wordAt(lead, 2));
  return acts && !seeming.has(lead[2]!.word) ? withoutIndefinite(objectOf(lead.slice(2))) : [];
}
const seeming = new Set(["sound", "seem", "look", "feel", "get", "be", "stay", "act", "appear"]);

const withoutIndefinite = (topic: Topic): Topic => (/^an?$/u.test(wordAt(topic, 0)) ? topic.slice(1) : topic);

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
/** Whether a sentence says that something is to be different from now on. */
export const isChange = (words: readonly Word[]): boolean => find(words, changes) >= 0;
