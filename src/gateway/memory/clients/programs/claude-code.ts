import { headerOf } from "../../request/headers.ts";
import { beginsWith, nothingSaid, type Client, type RequestClass } from "../client.ts";

const classes: Readonly<Record<string, RequestClass | undefined>> = {
  main: undefined,
  auxiliary: "auxiliary",
  compaction: "compaction",
  // What these say as the user was written by the agent that runs them.
  side_reply: "auxiliary",
  subagent: "auxiliary",
  workflow: "auxiliary",
};

const summaryAsked = "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.";

/** How texts begin that it puts into the user's messages: reminders, its own commands and their output, summaries. */
const beginnings = [
  "<system-reminder>",
  "<local-command-",
  "<command-name>",
  "<command-message>",
  "<bash-stdout>",
  "<bash-stderr>",
  "<task-notification>",
  "This session is being continued from a previous conversation",
];

/**
 * Claude Code 2.1.197. It names the class of a request where it is told to (CLAUDE_CODE_GATEWAY_HINT_HEADERS=1). Where it
 * does not, a subagent is known by its id, what is asked on the side, such as a title, by having no tools, and a summary
 * by the words that ask for it.
 */
export const claudeCode: Client = {
  classOf({ headers, hasTools, last }) {
    const named = headerOf(headers, "x-claude-code-request-class");
    if (named !== undefined && Object.hasOwn(classes, named)) return classes[named];
    if (headerOf(headers, "x-claude-code-agent-id") !== undefined) return "auxiliary";
    if (headerOf(headers, "x-claude-code-session-id") === undefined) return undefined;
    if (!hasTools) return "auxiliary";
    return last.some((text) => text.includes(summaryAsked)) ? "compaction" : undefined;
  },
  saidIn: (text) => (beginsWith(text, beginnings) ? nothingSaid : undefined),
};
