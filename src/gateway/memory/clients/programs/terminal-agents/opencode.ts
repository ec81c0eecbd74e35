import { headerOf } from "../../../request/headers.ts";
import { beginsWith, nothingSaid, saidByUser, type Client } from "../../client.ts";

const titleAsked = "Generate a title for this conversation:";

/** How it asks for a summary, in one message; 0.x and 1.0 asked for it after the conversation. */
const historyHead = "Here is the conversation so far:\n\n<conversation>\n";
const summaryAsked = [
  "Create a new anchored summary from the conversation history in the <conversation> tags above so another coding agent",
  "The <prior-summary> summarizes everything that happened before the <conversation>.",
];
const summaryAskedBehind = "Provide a detailed prompt for continuing our conversation above.";

/** How parts begin that it puts into the user's messages, beside reminders, which are as Claude Code's. */
const beginnings = [
  'Called the Read tool with the following input: {"',
  "Use the above message and context to generate a prompt and call the task tool with subagent: ",
  "Summarize the task tool output above and continue with your task.",
  "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.",
  "The previous request exceeded the provider's size limit due to large media attachments. The conversation was",
  "<conversation-checkpoint>\nThe following is a summary and serialized record of earlier conversation.",
];
/** What was read of a file that the user named. */
const fileRead = /^\s*<path>[^\n]{1,4096}<\/path>\n<type>(?:file|directory)<\/type>\n<(?:content|entries)>\n/u;
const fileNotRead = /^\s*Read tool failed to read [^\n]{1,4096} with the following error: /u;

/** How its system texts begin, and how `run` sends what it was called with, where that is more than one word. */
const systems = ["You are opencode,", "You are OpenCode,"];

/**
 * opencode 1.18.33. It names the session of a request by two headers, and that of a subagent names its parent's; what
 * it asks on the side names the conversation's own.
 */
export const opencode: Client = {
  classOf({ headers, count, first, last }) {
    if (headerOf(headers, "x-session-affinity") === undefined) return undefined;
    if (headerOf(headers, "x-parent-session-id") !== undefined) return "auxiliary";
    if (first[0]?.trim() === titleAsked) return "auxiliary";
    if (beginsWith(last[0] ?? "", [summaryAskedBehind])) return "compaction";
    const text = first[0] ?? "";
    const asksSummary =
      count === 1 && beginsWith(text, [historyHead]) && summaryAsked.some((asked) => text.includes(asked));
    return asksSummary ? "compaction" : undefined;
  },
  saidUnder(system) {
    const isItself = beginsWith(system, systems);
    return (text) => {
      if (beginsWith(text, beginnings) || fileRead.test(text) || fileNotRead.test(text)) return nothingSaid;
      const argument = isItself ? quotedIn(text) : undefined;
      return argument === undefined ? undefined : saidByUser(argument.replaceAll('\\"', '"'));
    };
  },
};

/** What stands between two quotes, each inside behind a backslash. */
function quotedIn(text: string): string | undefined {
  const quoted = text.trim();
  if (quoted.length < 2 || !quoted.startsWith('"') || !quoted.endsWith('"')) return undefined;
  const argument = quoted.slice(1, -1);
  return /(?<!\\)"/u.test(argument) ? undefined : argument;
}
