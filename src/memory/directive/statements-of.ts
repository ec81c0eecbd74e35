import { announcedBy, asLead } from "./announcement.ts";
import type { StatedRule, Statement } from "./directive.ts";
import { onlyTakesBack } from "./lasting/correcting.ts";
import { isCheer, isReport, isSupposed } from "./lasting/excluded.ts";
import { isOfTheseDays, lasting } from "./lasting/lasting.ts";
import { isReinforcement } from "./lasting/reinforcement.ts";
import { isAppointment, isToldBehind, isTrade } from "./lasting/told.ts";
import { isChange, readClause } from "./read-clause.ts";
import { isOfSome } from "./readers/exclusive.ts";
import { permissionsOf } from "./readers/permission.ts";
import { readRetraction, type Retraction } from "./readers/retraction.ts";
import type { State } from "./state.ts";
import { subjectOf } from "./subject.ts";
import { merged } from "./tagged/merged.ts";
import { findingOf } from "./tagged/tagged-finding.ts";
import { conditioned } from "./tagged/conditioned.ts";
import type { TaggedWord } from "./tagged/tagged-word.ts";
import { Tags } from "./tagged/tags.ts";
import { asMeant, meantBy } from "./text/as-meant.ts";
import { clausesOf, type Clause } from "./text/clause.ts";
import { has } from "./text/match.ts";
import { unpasted } from "./text/mask.ts";
import { sentencesOf, type Sentence } from "./text/sentence.ts";
import { isOwn, wordsOf, type Word } from "./text/word.ts";
import { isEnglish, isForeignAt, tellingMax } from "../language/english.ts";
import { wordSet } from "../language/word-set.ts";
import { withoutOpening } from "./wording/opening.ts";
import { rendered } from "./wording/render.ts";
import { deedOf, isHabit, topicOf, withTopic } from "./wording/topic.ts";
import { picked } from "./wording/trim.ts";

/**
 * The rules that a user's message states, and those that it takes back, in its order. Linear in the message's length; of the tagged
 * words, in how many they are.
 */
export function statementsOf(text: string, { before = "", tagged }: Beside = {}): Statement[] {
  const told = { reported: false, habit: false, takesBack: false, permits: false };
  const unread = { topic: [], deed: [], topicBefore: [], ...told };
  const state: State = {
    ...unread,
    said: [],
    wishes: [],
    tags: undefined,
    ruleBefore: undefined,
    statements: [],
    tagged: [],
    wordsOf: new Map(),
  };
  if (before !== "") readText(unpasted(asMeant(before)).trimEnd().slice(-contextMax), state);
  state.ruleBefore = lastRule(state);
  state.statements.length = 0;
  const { text: meant, wishes } = meantBy(text);
  state.topic = movedBehind(state.topic, meant.length);
  state.deed = movedBehind(state.deed, meant.length);
  state.topicBefore = state.topic;
  state.tags = tagged && new Tags(tagged, meant);
  state.wishes = wishes;
  readText(meant, state);
  return merged(state.statements, state.tagged, state.wordsOf, state.tags);
}

/** What is known beside a message's text. */
export type Beside = {
  /** What the same user said before in the conversation: pronouns may stand for its things. */
  readonly before?: string;
  /** What a model takes for rules in the text as it is meant: without it the readers alone are believed. */
  readonly tagged?: readonly TaggedWord[];
};

const contextMax = 4_000;

/** Words of the message before, at places where this one has none. */
const movedBehind = (words: readonly Word[], length: number): readonly Word[] =>
  words.map((word) => (isOwn(word) ? { ...word, start: word.start + length + 1, end: word.end + length + 1 } : word));

function readText(text: string, state: State): void {
  const words = wordsOf(text);
  const sentences = sentencesOf(text, words);
  state.said = words.slice(0, tellingMax);
  for (const [at, sentence] of sentences.entries()) {
    const next = sentences[at + 1];
    const laughs = next !== undefined && next.joke && next.words.length <= 1;
    const { topic, permits } = state;
    const first = state.statements.length;
    if (laughs || sentence.joke || isSupposed(sentence.words.slice(0, 4))) continue;
    readSentence(sentence, next?.words ?? [], state);
    const retracts = state.statements.slice(first).some(({ kind }) => kind === "retraction");
    if (!retracts) addTagged(sentence, words, { topic, permits }, state);
  }
}

function readSentence(sentence: Sentence, next: readonly Word[], state: State): void {
  if (state.reported && isShouted(sentence.words)) return;
  const after = next.length <= 8 ? next : [];
  const clauses = clausesOf(sentence.words);
  const insists =
    clauses.some(({ words }) => isReinforcement(withoutOpening(words))) || isReinforcement(withoutOpening(next));
  const first = state.statements.length;
  const permissions = permissionsOf(clauses, state.permits);
  let reported = false;
  let habit = false;
  let announced: readonly Word[] | undefined;
  for (const [at, clause] of clauses.entries()) {
    const previous = clauses[at - 1];
    const before = previous?.words ?? [];
    if (clause.link === "so" || clause.link === "but" || clause.link === "dash") reported = false;
    if (isReport(clause.words)) reported = true;
    const retraction =
      reported || sentence.question || clause.link === "reason" ? undefined : readRetraction(clause, clauses[at + 1]);
    if (clause.link === "colon") announced ??= announcedBy(before);
    const lead = clause.link === "colon" && announced === undefined ? [...clause.lead, ...asLead(before)] : clause.lead;
    if (retraction) state.statements.push(...withdrawn(retraction, state));
    else if (clause.link !== "reason" && !reported && !(clause.link === "colon" && isToldBehind(before, clause.words)))
      readClause({ ...clause, lead }, sentence, {
        state,
        first,
        after,
        announced,
        insists,
        inherited: clause.link === "and" ? (previous?.lead ?? []) : [],
        before,
        permission: permissions.get(clause),
      });
    const deed = deedOf(clause.words);
    if (deed.length > 0) state.deed = deed;
    habit ||= isHabit(clause.words);
    const topic = topicOf(withoutOpening(clause.words));
    if (topic.length > 0 && clause.link !== "reason" && !onlyTakesBack(clause.words)) state.topic = topic;
  }
  state.reported = reported;
  state.takesBack = onlyTakesBack(sentence.words);
  state.habit = habit;
  state.permits = permissions.has(clauses.at(-1)!);
}

/** What a retraction takes back, where anything tells which rule that is. */
function withdrawn({ about, explicit, bare }: Retraction, state: State): Statement[] {
  if (!isBare(about)) return [{ kind: "retraction", about, explicit }];
  const before = bare === "none" ? undefined : lastRule(state)?.rule;
  if (before !== undefined && !isBare(before)) return [{ kind: "retraction", about: before, explicit: true }];
  return bare === "last" ? [{ kind: "retraction", about: "", explicit: true }] : [];
}

const isBare = (text: string): boolean => subjectOf(text).words.size === 0;

/** The rule that was stated last, by the message or by the one before. */
function lastRule({ statements, tagged, ruleBefore }: State): StatedRule | undefined {
  const byModel = tagged.at(-1);
  const at = statements.findLastIndex(({ kind }) => kind === "rule");
  const read = statements[at];
  if (byModel && byModel.at > at) return byModel.rule;
  return read?.kind === "rule" ? read : ruleBefore;
}

function isShouted(words: readonly Word[]): boolean {
  return words.length > 1 && words.every(({ text }) => text === text.toUpperCase());
}

/** What the model found in a sentence. `topic`, `permits`: as they were before it. */
function addTagged(
  { words }: Sentence,
  message: readonly Word[],
  { topic, permits }: Pick<State, "topic" | "permits">,
  state: State,
): void {
  const [from, to] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const spans = state.tags?.within(from, to) ?? [];
  if (spans.length === 0) return;
  const clauses = clausesOf(words);
  const free = [...permissionsOf(clauses, permits).keys(), ...clauses.filter(isReadAlone)];
  const unbound = free.flatMap((clause) => clause.words);
  const told = new Set<number>();
  for (const span of conditioned(spans, words)) {
    if (unbound.some(({ start, end }) => start <= span.body[0]!.start && span.body[0]!.start < end)) continue;
    const isTold = span.body.every(({ start }) => told.has(start));
    const read =
      isTold || isOfForeign(clauses, span.body[0]!.start, state.said) ? undefined : findingOf(span, message, words);
    if (!read) continue;
    for (const { start } of read.found.body) told.add(start);
    const { body } = read.quoted ? read.found : withTopic(read.found.body, topic);
    const { type } = read.found;
    const rule = rendered({ ...read.found, body }, type, read.lead, picked);
    if (rule.split(" ").length < 2) continue;
    const stated: StatedRule = { type, rule, changes: isChange(words), stressed: read.found.absolute };
    state.tagged.push({ span, rule: stated, at: state.statements.length });
  }
}

/** Of "não use emojis" the model would read the end alone, of "no final deu certo" the beginning. */
function isOfForeign(clauses: readonly Clause[], start: number, said: readonly Word[]): boolean {
  const words = clauses.find((clause) => clause.words.some((word) => word.start === start))?.words ?? [];
  return (
    !isEnglish(words, said) ||
    isForeignAt(
      words,
      words.findIndex((word) => word.start === start),
    )
  );
}

/** Of what only tells, cheers, passes, or is plain the model is not asked. */
function isReadAlone(clause: Clause): boolean {
  const words = withoutOpening(clause.words);
  return (
    isPassing(clause) ||
    isTrade(words) ||
    isAppointment(words) ||
    isCheer(words) ||
    (words.length > 0 && isOfSome(words))
  );
}

/** "No calls before ten this week" ends with the week; "paginate lists, even if there are only ten rows today" does not. */
const isPassing = ({ words, lead }: Clause): boolean =>
  [lead, words].some((each) => {
    const from = each.findIndex(({ word }, at) => at > 0 && supposing.has(word));
    const said = from < 0 ? each : each.slice(0, from);
    return isOfTheseDays(said) && !has(said, lasting) && !said.some(({ word }) => ofAll.has(word));
  });
const supposing = wordSet("if when whenever unless where because though although");
const ofAll = wordSet("always every each");
