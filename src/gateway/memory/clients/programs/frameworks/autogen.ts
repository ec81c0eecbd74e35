import { beginsWith, behind, saidByAgent, type Client } from "../../client.ts";

/** The task stands in the first prompt, and is what the user asks; who wrote it to a team is not known. */
const factsAsked = [
  "Below I will present you a request. Before we begin addressing the request, please answer the following pre-survey",
  "Below I will present you a request.\n\nBefore we begin addressing the request, please answer the following pre-survey",
];
const taskHead = "\n\nHere is the request:\n\n";
const taskEnd = "\n\nHere is the pre-survey:\n\n";

const asked = [
  "Fantastic. To address this request we have assembled the following team:\n",
  "Recall we are working on the following request:\n",
  "As a reminder, we are working to solve the following task:\n",
  "Please briefly explain what went wrong on this last run (the root",
];
const answerAsked = "We are working on the following task:\n";
const answerAskedEnd = "The answer should be phrased as if you were speaking to the user.";

/**
 * The orchestrator of MagenticOne: AutoGen 0.7.5 (`teams/_group_chat/_magentic_one/`), and Semantic Kernel 1.45.0
 * (`agents/orchestration/`).
 */
export const autoGen: Client = {
  names: ["MagenticOneOrchestrator"],
  classOf({ last }) {
    const text = last[0] ?? "";
    const asksAnswer = beginsWith(text, [answerAsked]) && text.trimEnd().endsWith(answerAskedEnd);
    return asksAnswer || beginsWith(text, asked) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    if (!beginsWith(text, factsAsked)) return undefined;
    const [start, end] = [behind(text, taskHead, 0), text.lastIndexOf(taskEnd)];
    return start < 0 || end < start ? saidByAgent(text) : saidByAgent(text.slice(start, end));
  },
};
