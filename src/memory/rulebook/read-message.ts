import type { Statement } from "../directive/directive.ts";
import { statementsOf, type Beside } from "../directive/statements-of.ts";
import type { TaggedWord } from "../directive/tagged/tagged-word.ts";

/** Raised whenever `statementsOf` reads anything differently: all messages are read again. */
export const statementRulesVersion = 17;
/** Of one message. */
const statementsMax = 100;
/** What has more characters is no rule that anybody states. */
const ruleMax = 2_000;

/** `leans`: whether it states other things without the message before. */
export type Stated = { statements: Statement[]; leans: boolean };

/** What a message states where it stands. A pure function of its text, of the text before, and of what a model tags. */
export function readMessage(text: string, before?: string, tagged?: readonly TaggedWord[]): Stated {
  const alone = stated(text, { tagged });
  if (before === undefined) return { statements: alone, leans: false };
  const statements = stated(text, { before, tagged });
  return { statements, leans: JSON.stringify(statements) !== JSON.stringify(alone) };
}

function stated(text: string, beside: Beside): Statement[] {
  const statements = statementsOf(text, beside);
  return statements.filter((each) => each.kind !== "rule" || each.rule.length <= ruleMax).slice(0, statementsMax);
}
