import type { Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { agents, auxiliaries, prepositions, subjects, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { isNounToo, verbs } from "../words/verbs.ts";
import { isMade } from "../words/work.ts";

/** The noun phrases that rules are made about. */

/** A subject that does not begin the sentence any more. */
export function lowered(subject: readonly Word[]): readonly Word[] {
  const [first, second] = subject;
  if (first === undefined || !/^(?:\p{Lu}\p{Ll}|A$)/u.test(first.text) || /^\p{Lu}/u.test(second?.text ?? ""))
    return subject;
  return [{ ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...subject.slice(1)];
}

/** What texts and plans do, and nothing by nature: "setlists should open with something fast". */
const composing = wordSet(
  `open begin start close include mention name list cite quote link contain state show say explain summarise summarize carry display reference refer
   describe fit answer ask address use avoid read sound rhyme skip follow respect stay keep come arrive go end appear`,
);

/** Whether words say something of a thing: "the tools are not for sale". */
export function isSaid(words: readonly Word[]): boolean {
  const end = words.findIndex(({ word, kind }) => kind !== "word" || clauseWords.has(word));
  const clause = words.slice(0, end < 0 ? words.length : end);
  return clause.some(
    ({ word }, at) =>
      at > 0 && (auxiliaries.has(word) || (verbs.has(word) && !isNounToo(word) && isPlural(words[at - 1]!.word))),
  );
}
/** Behind them another clause begins. */
const clauseWords = new Set([...subordinators, ...subjects, "whether", "what", "which", "how", "why", "whose"]);

/** What is so by nature is not made a rule of: steel, passports, "all ships". `verb` is what is said of them. */
export const ofNature = (subject: readonly Word[], verb = ""): number =>
  isMade(subject) || ["the", "anything", "everything"].includes(subject[0]!.word)
    ? 0
    : composing.has(verb)
      ? -1
      : ["every", "each", "any", "all", "no"].includes(subject[0]!.word)
        ? -2
        : -3;

const pronounsOnly = wordSet("it that this there he she i we you they who what which");

const notInThings = wordSet(
  "not was were is are must should will would can could may might has had said says think i we never so because why how what whether explain tell say do did",
);

/** A noun phrase about which a rule can be made: no pronoun, nobody who could be meant instead of the assistant. */
export function isThing(subject: readonly Word[]): boolean {
  if (subject.length === 0 || subject.length > 12) return false;
  if (
    prepositions.has(subject[0]!.word) ||
    pronounsOnly.has(subject[0]!.word) ||
    subject.some(({ kind, word }) => kind === "mark" && word !== "'")
  )
    return false;
  if (subject.some(({ word }, at) => notInThings.has(word) || (subordinators.has(word) && !isTime(subject, at))))
    return false;
  if (subject.length > 6 && subject.some(({ word }) => word === "and")) return false;
  const end = subject.findIndex(({ word }) => prepositions.has(word));
  const head = subject[(end < 1 ? subject.length : end) - 1]!;
  return !agents.has(head.word);
}

/** "before nine": no clause. */
const isTime = (subject: readonly Word[], at: number): boolean =>
  ["before", "after", "until", "till"].includes(subject[at]!.word) && subject.length - at <= 3 && at > 0;
