import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

const taskHead = "Current Task: ";
const criteriaHead = "\n\nThis is the expected criteria for your final answer: ";
const criteriaEnd = "\nyou MUST return the actual complete content as the final answer, not a summary.";
/** The criteria of what an agent hands to another: a model wrote the task. */
const handedOn = `${criteriaHead}Your best answer to your coworker asking you this, accounting for the context shared.`;

/** System texts of what it asks on the side, and of the steps of a plan that a model made. */
const ownSystems = [
  "Your goal is to rewrite the user query so that it is optimized for retrieval from a vector database.",
  "You analyze a query for searching memory.\nGiven the query and available scopes, output:",
  "You extract discrete, reusable memory statements from raw content",
  "You analyze content to be stored in a hierarchical memory system.",
  "You are comparing new content against existing memories to decide how to consolidate them.",
  "You are a strategic planning assistant. Create concrete, executable plans where every step produces",
  "You are a Planning Agent observing execution progress.",
  "You are executing ONE specific step in a larger plan.",
  "You are executing a specific step in a multi-step plan.",
  "You have completed a multi-step task. Synthesize the results from all steps",
];
/** Of summaries, in both versions. */
const summarySystems = [
  "You are a helpful assistant that summarizes text.",
  "You are a precise assistant that creates structured summaries of agent conversations.",
];
const summaryAsked = [
  "Summarize the following text, make sure to include all the important information: ",
  "Analyze the following conversation and create a structured summary that preserves all information needed",
];

/** How messages begin that it sends in while an agent works. */
const beginnings = [
  "I did it wrong. Invalid Format: I missed the 'Action",
  "I did it wrong. Tried to both perform Action and give a Final Answer at the same time",
  "Now it's time you MUST give your absolute best final answer. You'll ignore all previous instructions",
  "Analyze the tool result. If requirements are met, provide the Final Answer. Otherwise, call the next tool.",
];

const summaryEnd =
  "</summary>\n\nContinue the task from where the conversation left off. The above is a structured summary of prior context.";

/**
 * CrewAI 1.6.1 and 1.15.30: `translations/en.json`. Somebody wrote a task's description for a crew: it is kept, as the
 * words of a program. All around it is the frame's: what to give, and how.
 */
export const crewAi: Client = {
  classOf({ system, first, last }) {
    if (first.some((text) => text.includes(handedOn) && taskIn(text) !== undefined)) return "auxiliary";
    const asksSummary = summarySystems.some((own) => system.includes(own)) && beginsWith(last[0] ?? "", summaryAsked);
    if (asksSummary) return "compaction";
    return ownSystems.some((own) => system.includes(own)) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    if (beginsWith(text, beginnings) || text.trimEnd().endsWith(summaryEnd)) return nothingSaid;
    const task = taskIn(text);
    return task === undefined ? undefined : saidByAgent(task);
  },
};

/** Without a system text the agent's role stands before the task. */
function taskIn(text: string): string | undefined {
  const start = text.startsWith(taskHead) ? 0 : text.indexOf(`\n${taskHead}`) + 1;
  if (start === 0 && !text.startsWith(taskHead)) return undefined;
  const end = text.indexOf(criteriaHead, start);
  if (end < 0 || !text.includes(criteriaEnd, end)) return undefined;
  return text.slice(start + taskHead.length, end);
}
