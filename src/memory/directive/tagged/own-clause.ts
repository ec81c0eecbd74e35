import type { DirectiveType } from "../directive.ts";
import { wordSet } from "../../language/word-set.ts";
import { isSaid } from "../readers/things.ts";
import { clausesOf } from "../text/clause.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subjects } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";
import { isPredicate } from "./as-read.ts";

/** What the clause of a tagged rule says around its words. */

export const clauseOf = (word: Word, sentence: readonly Word[]): readonly Word[] =>
  clausesOf(sentence).find(({ words }) => words.includes(word))?.words ?? [];

/** What limits a rule, with the "when" or "if" before it; where none of it is tagged, the condition that the rule's clause has. */
export function limitsOf(tagged: readonly Word[], rule: readonly Word[], sentence: readonly Word[]): readonly Word[] {
  const clauses = clausesOf(sentence);
  const [first] = tagged;
  if (first === undefined) {
    const lead = clauses.find(({ words }) => rule[0] !== undefined && words.includes(rule[0]))?.lead ?? [];
    return conditions.has(wordAt(lead, 0)) ? lead : [];
  }
  const lead = clauses.find((clause) => clause.lead.includes(first))?.lead ?? [];
  const from = lead.indexOf(first);
  return from <= headMax ? [...lead.slice(0, Math.max(0, from)), ...tagged] : tagged;
}
const conditions = wordSet("if when whenever before unless until after");
const headMax = 3;

/** "Try for bigger print": what the preposition belongs to. */
export function withVerb(words: readonly Word[], sentence: readonly Word[]): readonly Word[] {
  const at = words[0] ? sentence.indexOf(words[0]) : -1;
  const [subject, verb] = [sentence[at - 2], sentence[at - 1]];
  const acts =
    verb !== undefined && verbs.has(verb.word) && !subjects.has(subject?.word ?? "") && !isPlural(subject?.word ?? "");
  return acts && prepositions.has(words[0]!.word) ? [verb, ...words] : words;
}

/** "I hate it if a function changes its arguments": what the thing does belongs to it. */
export function hinged(words: readonly Word[], sentence: readonly Word[], type: DirectiveType): readonly Word[] {
  const clause = clauseOf(words[0]!, sentence);
  const at = clause.indexOf(words[0]!);
  const from = determiners.has(wordAt(clause, at - 1)) ? at - 1 : at;
  const rest = clause.slice(clause.indexOf(words.at(-1)!) + 1);
  if (type === "MUST" || type === "NEVER" || from < 1 || !hinges.has(clause[from - 1]!.word)) return words;
  if (verbs.has(words[0]!.word) || words.some(({ word }) => auxiliaries.has(word))) return words;
  if (type === "PREFER") return [...addedAll("that"), ...clause.slice(from)];
  return rest.length > 0 ? [...words, ...addedAll("that"), ...rest] : words;
}
const hinges = wordSet("if when whenever that");

/** Whether a clause is nothing but these words: "pushing tags is forbidden" commands nothing. A colon may introduce what is banned. */
export function isCommand(words: readonly Word[], sentence: readonly Word[]): boolean {
  const clause = clausesOf(sentence).find((each) => each.words.includes(words[0]!));
  if (clause === undefined || clause.link === "colon" || withoutOpening(clause.words)[0] !== words[0]) return false;
  const next = clause.words[clause.words.findLastIndex((word) => words.includes(word)) + 1];
  return !auxiliaries.has(next?.word ?? "");
}

/** "The hospital's forms" of "the hospital's forms have a barcode". */
export function leavesOpen(words: readonly Word[], sentence: readonly Word[]): boolean {
  if (!determiners.has(words[0]!.word) && !determiners.has(wordBefore(words[0]!, sentence))) return false;
  const clause = clauseOf(words[0]!, sentence);
  const next = clause.indexOf(words.at(-1)!) + 1;
  return next > 0 && next < clause.length && !isSaid(words) && clause[next]!.word !== "be" && isPredicate(clause, next);
}

const wordBefore = (word: Word, sentence: readonly Word[]): string => wordAt(sentence, sentence.indexOf(word) - 1);
