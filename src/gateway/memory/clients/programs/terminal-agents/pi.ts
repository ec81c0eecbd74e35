import { beginsWith, saidByAgent, type Client } from "../../client.ts";

/** Of a conversation that grew long, and of a branch that its user left. */
const summarySystem =
  "You are a context summarization assistant. Your task is to read a conversation between a user and an";
const summaries = [
  "The conversation history before this point was compacted into the following summary:",
  "The following is a summary of a branch that this conversation came back from:",
];

/** pi 0.73 (`@mariozechner/pi-coding-agent`) and 1.6 (`@earendil-works/pi-coding-agent`). It puts nothing else in. */
export const pi: Client = {
  classOf: ({ system }) => (beginsWith(system, [summarySystem]) ? "compaction" : undefined),
  saidIn: (text) => (beginsWith(text, summaries) ? saidByAgent(text) : undefined),
};
