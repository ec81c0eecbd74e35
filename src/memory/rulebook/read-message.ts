import type { Statement } from "../directive/directive.ts";
import { statementsOf } from "../directive/statements-of.ts";
import type { TaggedWord } from "../directive/tagged/tagged-word.ts";

/** Raised whenever `statementsOf` reads anything differently: all messages are read again. */
export const statementRulesVersion = 7;
/** Of one message. */
const statementsMax = 100;

/** `leans`: whether it states other things without the message before. */
export type Stated = { statements: Statement[]; leans: boolean };

/** What a message states where it stands. A pure function of its text, of the text before, and of what a model tags. */
export function readMessage(text: string, before?: string, tagged?: readonly TaggedWord[]): Stated {
  const alone = statementsOf(text, { tagged }).slice(0, statementsMax);
  if (before === undefined) return { statements: alone, leans: false };
  const statements = statementsOf(text, { before, tagged }).slice(0, statementsMax);
  return { statements, leans: JSON.stringify(statements) !== JSON.stringify(alone) };
}
