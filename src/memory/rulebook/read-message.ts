import { statementsIn } from "../directive/statements-of.ts";
import type { Steps } from "../steps.ts";
import type { MessageToRead, ReadMessage } from "./statement-store.ts";

/** Raised whenever `statementsOf` reads anything differently: all messages are read again. */
export const rulesVersion = 1;
/** Of one message. */
const statementsMax = 100;

/** What a message states where it stands. A pure function of its text and of the text before. */
export function* readMessage(message: MessageToRead): Steps<ReadMessage> {
  const { text, before } = message;
  const alone = (yield* statementsIn(text)).slice(0, statementsMax);
  if (before === undefined) return { message, statements: alone, leans: false };
  const statements = (yield* statementsIn(text, before.text)).slice(0, statementsMax);
  return { message, statements, leans: JSON.stringify(statements) !== JSON.stringify(alone) };
}
