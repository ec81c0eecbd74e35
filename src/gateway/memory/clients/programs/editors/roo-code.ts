import { beginsWith, saidByAgent, type Client } from "../../client.ts";

/** How it asks for a summary, as the system and as the user, and how the conversation goes on from it. */
const summarySystem =
  "You are a helpful AI assistant tasked with summarizing conversations.\n\nCRITICAL: This is a summarization-only request.";
const summaryAsked = "CRITICAL: This summarization request is a SYSTEM OPERATION, not a user message.";
const summary = "## Conversation Summary\n";

/** A prompt that the user has written, and has not sent yet. */
const betterPromptAsked =
  "Generate an enhanced version of this prompt (reply with only the enhanced prompt - no conversation, explanations,";

/**
 * Roo Code 3, what it has and Cline has not (`core/condense/index.ts`, `shared/support-prompt.ts`). People may begin what
 * they paste as its summaries do: these are kept, and bind nobody.
 */
export const rooCode: Client = {
  classOf({ system, count, first, last }) {
    const text = last.at(-1) ?? "";
    if (beginsWith(system, [summarySystem]) || beginsWith(text, [summaryAsked])) return "compaction";
    return count === 1 && beginsWith(first[0] ?? "", [betterPromptAsked]) ? "auxiliary" : undefined;
  },
  saidIn: (text) => (beginsWith(text, [summary]) ? saidByAgent(text) : undefined),
};
