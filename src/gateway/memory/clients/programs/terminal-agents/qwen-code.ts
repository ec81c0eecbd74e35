import { beginsWith, type Client } from "../../client.ts";

/** System texts of what it asks on the side, and of its subagents. */
const systems = [
  "You are now acting as the managed memory extraction subagent for an AI coding assistant.",
  "You are performing a managed memory dream",
  "You are selecting memories that will be useful to an AI coding assistant as it processes a user's query.",
  "You are reviewing this conversation to extract reusable skills.",
  "Generate a concise, sentence-case title (3-7 words) that captures what this programming-assistant session is about.",
  "You generate session recaps for a programming assistant CLI.",
  "Write a short summary label describing what these tool calls accomplished. It appears as a single-line row",
  "You are a general-purpose agent. Given the user's message, you should use the tools available to complete the task.",
  "You are a file search specialist agent. You excel at thoroughly navigating and exploring codebases.",
];
/** What it asks after the user's whole conversation. */
const asked = [
  "[SUGGESTION MODE: Suggest what the user might naturally type next.]",
  "Analyze *only* the content and structure of your immediately preceding response (your last turn in the conversation",
  "Managed memory directory: `",
];

const summarySystem = "You are the component that summarizes internal chat history into a given structure.";
const summaryAsked = "First, reason in your scratchpad. Then, generate the <state_snapshot>.";

/** Qwen Code 0.15.10 (`cli.js`), and 0.24.4 as it was run. */
export const qwenCode: Client = {
  classOf({ system, last }) {
    const text = last.at(-1) ?? "";
    if (beginsWith(system, [summarySystem]) || beginsWith(text, [summaryAsked])) return "compaction";
    return beginsWith(system, systems) || beginsWith(text, asked) ? "auxiliary" : undefined;
  },
};
