import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

/** Behind the user's newest message, which the summary leaves out. */
const summaryAsked =
  "CRITICAL: Respond with text only. Do NOT call any tools. Any tool call will be rejected.\n\nYou are performing a CONTEXT CHECKPOINT COMPACTION.";

/** Around what the user said before, in messages of its own. */
const saidBefore =
  "You are continuing a trajectory after a context compaction.\n\nHere are some of the most recent previous user messages,";
const summary = "</previous_user_messages>\n\nHere is a summary of what has happened so far:\n\n<compaction_summary>\n";

/** Mistral's Vibe 3.0.2. */
export const mistralVibe: Client = {
  classOf: ({ last }) => (beginsWith(last.at(-1) ?? "", [summaryAsked]) ? "compaction" : undefined),
  saidIn(text) {
    if (beginsWith(text, [saidBefore])) return nothingSaid;
    return beginsWith(text, [summary]) ? saidByAgent(text) : undefined;
  },
};
