import { forbids, type DirectiveType } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { readAnywhere } from "../readers/anywhere.ts";
import { clausesOf } from "../text/clause.ts";
import { wordAt, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subjects } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";

/** What the readers give is the tagged rule where it has at least this of its words. */
const leastShared = 0.7;

/**
 * A rule that the model left without what its clause says of its thing, "load jobs" of "load jobs have to be restartable", as
 * the readers put it, whatever they think of how long it lasts.
 */
export function asRead(
  tagged: readonly Word[],
  sentence: readonly Word[],
  type: DirectiveType,
): { found: Finding; lead: readonly Word[] } | undefined {
  const first = tagged[0];
  const clause = first && clausesOf(sentence).find(({ words }) => words.includes(first));
  if (clause === undefined || !lacksPredicate(tagged, clause.words, type)) return undefined;
  const words = withoutOpening(clause.words);
  const read = readAnywhere(words, [], false, false);
  if (!read || forbids(read.found.type) !== forbids(type)) return undefined;
  const lead = [...clause.lead, ...read.lead];
  const own = new Set([...read.found.body, ...lead].map(({ start }) => start));
  const shared = tagged.filter(({ start }) => own.has(start));
  return shared.length < leastShared * tagged.length ? undefined : { found: { ...read.found, type }, lead };
}

/** Whether the tagged words pass over what is said of their thing, or end before it. */
function lacksPredicate(tagged: readonly Word[], clause: readonly Word[], type: DirectiveType): boolean {
  const from = clause.indexOf(tagged[0]!);
  if (isCommand(clause, from)) return false;
  const to = clause.findLastIndex((word) => tagged.includes(word)) + 1;
  const skips = clause.some((word, at) => at > from && at < to && !tagged.includes(word) && isPredicate(clause, at));
  if (skips || tagged.some(({ word }) => auxiliaries.has(word))) return skips;
  // "Puns are cheap" bans puns without it.
  return isDuty(clause, to) || (!forbids(type) && clause[to] !== undefined && isPredicate(clause, to));
}

/** "Check the height", but not "contact lenses must". */
function isCommand(words: readonly Word[], at: number): boolean {
  const { word } = words[at]!;
  const duty = words.slice(at + 1, at + 4).findIndex((_, place) => isDuty(words, at + 1 + place));
  return verbs.has(word) && !isNounToo(word) && (duty < 0 || words.slice(at + 1, at + 1 + duty).some(isLink));
}

const isLink = ({ word, kind }: Word): boolean =>
  kind !== "word" || determiners.has(word) || subjects.has(word) || prepositions.has(word) || word.startsWith("wh");

/** Whether a duty begins at a place. */
function isDuty(words: readonly Word[], at: number): boolean {
  const [word, next] = [wordAt(words, at), wordAt(words, at + 1)];
  if (["must", "should", "shall", "may", "can", "ought"].includes(word)) return true;
  return ["have", "has", "need", "needs", "is", "are"].includes(word) && next === "to";
}

/** Whether a word says something of what stands before it. */
export function isPredicate(words: readonly Word[], at: number): boolean {
  const { word } = words[at]!;
  if (auxiliaries.has(word) || word === "never") return true;
  const before = words[at - 1]!.word;
  if (prepositions.has(before) || determiners.has(before)) return false;
  return baseOfThird(word) !== undefined || (verbs.has(word) && isPlural(before));
}
