import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

const subagent =
  "You are now running as a subagent. All the `user` messages are sent by the main agent. The main agent cannot see your";

/** How it asks for a summary: after the conversation, or, in versions before 2, under a system text for nothing else. */
const summaryAsked =
  "You are about to run out of context. Create a handoff summary for the\nmodel that will resume this task";
const summarySystem = "You are a helpful assistant that compacts conversation context.";

const summary =
  "The conversation so far has been compacted to free up context. What follows is your own working summary of this task";
/** In versions before 2, a part of its own before the summary and what was said behind it. */
const summaryHead = "<system>Previous context has been compacted. Here is the compaction output:</system>";

/** Kimi Code 2.1, and kimi-cli 1.49 before it. Reminders are as Claude Code's. */
export const kimiCode: Client = {
  classOf({ system, last }) {
    if (beginsWith(last.at(-1) ?? "", [summaryAsked]) || beginsWith(system, [summarySystem])) return "compaction";
    return system.includes(subagent) ? "auxiliary" : undefined;
  },
  saidIn: (text) => (beginsWith(text, [summary]) ? saidByAgent(text) : undefined),
  saidAmong([head = "", ...parts]) {
    return head.trim() === summaryHead ? [nothingSaid, ...parts.map(saidByAgent)] : undefined;
  },
};
