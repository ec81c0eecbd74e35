import { nothingSaid, type Client } from "../../client.ts";

const refused = /^\s*(?:\d{1,5} validation errors?:\n```json\n|Validation feedback:\n)/u;
const askedAgain = "\n\nFix the errors and try again.";

/** Pydantic AI 2.38.0: an answer that did not fit is asked for again as the user (`messages.py`, `RetryPromptPart`). */
export const pydanticAi: Client = {
  saidIn(text) {
    return refused.test(text) && text.trimEnd().endsWith(askedAgain) ? nothingSaid : undefined;
  },
};
