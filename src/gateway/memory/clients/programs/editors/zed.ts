import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const titleAsked = "Generate a concise 3-7 word title for this conversation, omitting punctuation.";
const titleOnly =
  "Go straight to the title, without any preamble and prefix like `Here's a concise suggestion:...` or `Title:`";

const contextHead = "<context>\nThe following items were attached by the user. ";
const contextEnd = "</context>";

/**
 * Zed (`agent_settings/src/prompts/summarize_thread_prompt.txt`, `agent/src/thread.rs`): it asks for a title after the whole
 * conversation. What the user mentions stands in parts of its own after theirs, where parts are joined in the same.
 */
export const zed: Client = {
  classOf({ last }) {
    return last.some((text) => beginsWith(text, [titleAsked]) && text.includes(titleOnly)) ? "auxiliary" : undefined;
  },
  saidAmong(parts) {
    if (!endsContext(parts.at(-1) ?? "")) return undefined;
    const start = parts.findIndex((part) => beginsWith(part, [contextHead]));
    return start < 0 ? undefined : parts.map((part, at) => (at < start ? saidByUser(part) : nothingSaid));
  },
  saidIn(text) {
    const start = text.indexOf(`\n${contextHead}`);
    return start >= 0 && endsContext(text) ? before(text, start) : undefined;
  },
};

/** Where the context may begin at more than one place, all is kept, and binds nobody. */
function before(text: string, start: number): Said {
  const isSure = text.indexOf(contextHead, start + 1 + contextHead.length) < 0;
  return isSure ? saidByUser(text.slice(0, start)) : saidByAgent(text);
}

function endsContext(part: string): boolean {
  return part.trimEnd().endsWith(contextEnd);
}
