import { forbids } from "../directive.ts";
import type { State } from "../state.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";

/** "No, ...", "oops, ...": what is said before is taken back, where a mark follows. */
export const repairSteps: ReadonlySet<string> = wordSet("no nope actually correction sorry wait oops");

/** "Send them to Omar"; "send them now" asks for what was said. */
const redoneMin = 4;

/** "Wait, no." */
export const onlyTakesBack = (words: readonly Word[]): boolean =>
  words.length > 0 && words.every(({ word, kind }) => kind === "mark" || repairSteps.has(word));

/**
 * "No, send them to Omar", behind a message that said to send the invoices to Ben: it does the same otherwise. `clause`: a clause of
 * the sentence, without its opening.
 */
export function correctsRule(clause: readonly Word[], sentence: readonly Word[], state: State): boolean {
  const { ruleBefore, statements, takesBack } = state;
  if (ruleBefore === undefined || forbids(ruleBefore.type)) return false;
  if (clause.length < redoneMin || clause.at(-1)!.word === "now") return false;
  const isCorrection = takesBack || repairSteps.has(wordAt(sentence, 0)) || statements.at(-1)?.kind === "retraction";
  return isCorrection && ruleBefore.rule.split(" ", 1)[0]!.toLowerCase() === wordAt(clause, 0);
}
