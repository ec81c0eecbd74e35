import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

const summaryAsked =
  "<role>\nContext Extraction Assistant\n</role>\n\n<primary_objective>\nYour sole objective in this task is to extract";
/** The same in LangMem, and in what LangGraph's guides have people write: after the conversation. */
const summaryAskedBehind = "Create a summary of the conversation above:";
const summaryShown = /^\s*This is (?:a |the )?summary of the conversation (?:so far|to date): /u;
const summaryExtended = /\bExtend (?:the|this) summary by taking into account the new messages above:\s*$/u;
/** The choice of tools for what the user says, and what a tool is said to have given. */
const toolsAsked = "Your goal is to select the most relevant tools for answering the user's query.";
const resultAsked = "You are emulating a tool call for testing purposes.\n\nTool: ";
/** How a conversation goes on that was summarized: in LangChain, and in deep agents. */
const summary = "Here is a summary of the conversation to date:\n\n";
const summaryOfDeepAgents =
  "You are in the middle of a conversation that has been summarized.\n\nThe full conversation history has been saved to";

/**
 * LangChain 1.5.2: its middleware (`agents/middleware/`, in JavaScript alike), and LangMem
 * 0.0.30 (`short_term/summarization.py`). People may begin what they paste as its summaries do: these are kept, and bind
 * nobody.
 */
export const langChain: Client = {
  classOf({ system, count, first, last: [text = ""] }) {
    if (beginsWith(system, [toolsAsked]) || (count === 1 && beginsWith(first[0] ?? "", [resultAsked]))) {
      return "auxiliary";
    }
    const isBehind =
      text.trim() === summaryAskedBehind || (summaryShown.test(text) && summaryExtended.test(text.slice(-100)));
    const isOwn = isBehind || (count === 1 && beginsWith(first[0] ?? "", [summaryAsked]));
    return isOwn ? "compaction" : undefined;
  },
  saidIn(text) {
    if (beginsWith(text, [summaryOfDeepAgents])) return nothingSaid;
    return beginsWith(text, [summary]) ? saidByAgent(text) : undefined;
  },
};
