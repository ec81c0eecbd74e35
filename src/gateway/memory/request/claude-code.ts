import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import { headerOf, type Headers } from "./headers.ts";

/** A request that a tool makes for itself: it is shown nothing new, and is no part of the user's conversation. */
export type RequestClass = "auxiliary" | "compaction";

const classes: Readonly<Record<string, RequestClass | undefined>> = {
  main: undefined,
  auxiliary: "auxiliary",
  compaction: "compaction",
  // What these say as the user was written by the agent that runs them.
  side_reply: "auxiliary",
  subagent: "auxiliary",
  workflow: "auxiliary",
};

/**
 * Which of Claude Code's own requests this is; `undefined` for a turn of the user's, and for other tools. It names the class
 * where it is told to (CLAUDE_CODE_GATEWAY_HINT_HEADERS=1). Where it does not, a subagent is known by its id, what is asked
 * on the side, such as a title, by having no tools, and a summary by the words that ask for it.
 */
export function requestClassOf(headers: Headers, { tools, messages }: JsonObject): RequestClass | undefined {
  const named = headerOf(headers, "x-claude-code-request-class");
  if (named !== undefined && Object.hasOwn(classes, named)) return classes[named];
  if (headerOf(headers, "x-claude-code-agent-id") !== undefined) return "auxiliary";
  if (headerOf(headers, "x-claude-code-session-id") === undefined) return undefined;
  if (!Array.isArray(tools) || tools.length === 0) return "auxiliary";
  return asksForSummary(messages) ? "compaction" : undefined;
}

const summaryAsked = "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.";

function asksForSummary(messages: JsonValue | undefined): boolean {
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  if (!isObject(last) || last["role"] !== "user") return false;
  const { content } = last;
  const parts = Array.isArray(content) ? content.filter(isObject).map(({ text }) => text) : [content];
  return parts.some((text) => typeof text === "string" && text.includes(summaryAsked));
}

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

/** Whether a text of a user's message is no word of the user's. */
export function isOfClaudeCode(text: string): boolean {
  const start = text.trimStart();
  return beginnings.some((beginning) => start.startsWith(beginning));
}
