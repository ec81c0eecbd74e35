import { beginsWith, type Client } from "./client.ts";

const titleAsked = "Generate a concise 3-7 word title for this conversation, omitting punctuation.";
const titleOnly =
  "Go straight to the title, without any preamble and prefix like `Here's a concise suggestion:...` or `Title:`";

/** Zed (`agent_settings/src/prompts/summarize_thread_prompt.txt`): it asks behind the whole conversation. */
export const zed: Client = {
  classOf({ last }) {
    return last.some((text) => beginsWith(text, [titleAsked]) && text.includes(titleOnly)) ? "auxiliary" : undefined;
  },
};
