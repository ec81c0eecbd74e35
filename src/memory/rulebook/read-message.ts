import type { Statement } from "../directive/directive.ts";
import { statementsOf } from "../directive/statements-of.ts";

/** Raised whenever `statementsOf` reads anything differently: all messages are read again. */
export const rulesVersion = 1;
/** Of one message. */
const statementsMax = 100;

/** `leans`: whether it states other things without the message before. */
export type Stated = { statements: Statement[]; leans: boolean };

/** What a message states where it stands. A pure function of its text and of the text before. */
export function readMessage(text: string, before?: string): Stated {
  const alone = statementsOf(text).slice(0, statementsMax);
  if (before === undefined) return { statements: alone, leans: false };
  const statements = statementsOf(text, before).slice(0, statementsMax);
  return { statements, leans: JSON.stringify(statements) !== JSON.stringify(alone) };
}
