import { beginsWith, nothingSaid, saidByAgent, type Client } from "./client.ts";

const summaryAsked =
  "<role>\nContext Extraction Assistant\n</role>\n\n<primary_objective>\nYour sole objective in this task is to extract";
/** How a conversation goes on that was summarized: in LangChain, and in deep agents. */
const summary = "Here is a summary of the conversation to date:\n\n";
const summaryOfDeepAgents =
  "You are in the middle of a conversation that has been summarized.\n\nThe full conversation history has been saved to";

/**
 * LangChain 1.4.7: its middleware of summaries (`agents/middleware/summarization.py`, in JavaScript alike). People may begin
 * what they paste as its summaries do: these are kept, and bind nobody.
 */
export const langChain: Client = {
  classOf({ count, first }) {
    return count === 1 && beginsWith(first[0] ?? "", [summaryAsked]) ? "compaction" : undefined;
  },
  saidIn(text) {
    if (beginsWith(text, [summaryOfDeepAgents])) return nothingSaid;
    return beginsWith(text, [summary]) ? saidByAgent(text) : undefined;
  },
};
