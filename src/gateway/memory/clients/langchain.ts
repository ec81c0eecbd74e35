import { beginsWith, nothingSaid, type Client } from "./client.ts";

const summaryAsked =
  "<role>\nContext Extraction Assistant\n</role>\n\n<primary_objective>\nYour sole objective in this task is to extract";
/** How a conversation goes on that was summarized: in LangChain, and in deep agents. */
const summaries = [
  "Here is a summary of the conversation to date:\n\n",
  "You are in the middle of a conversation that has been summarized.\n\nThe full conversation history has been saved to",
];

/** LangChain 1.4.7: its middleware of summaries (`agents/middleware/summarization.py`, in JavaScript alike). */
export const langChain: Client = {
  classOf({ count, first }) {
    return count === 1 && beginsWith(first[0] ?? "", [summaryAsked]) ? "compaction" : undefined;
  },
  saidIn(text) {
    return beginsWith(text, summaries) ? nothingSaid : undefined;
  },
};
