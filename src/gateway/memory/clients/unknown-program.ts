import { saidByAgent, type Client } from "./client.ts";

const histories = /^<(chat_history|conversation_history)>\s*$/mu;

/**
 * A program that is not known, such as one whose operator wrote templates of their own: a message that shows a conversation
 * between such tags on lines of their own was put together by it. It is kept, and binds nobody.
 */
export const unknownProgram: Client = {
  saidIn(text) {
    const opening = histories.exec(text);
    const isFramed = opening !== null && text.includes(`\n</${opening[1]!}>`, opening.index);
    return isFramed ? saidByAgent(text) : undefined;
  },
};
