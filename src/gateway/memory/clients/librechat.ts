import { beginsWith, type Client } from "./client.ts";

const titles = [
  "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected",
  "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.",
];

/** LibreChat (`@librechat/agents` 3.2.21, `utils/title`). */
export const libreChat: Client = {
  classOf: ({ count, first }) => (count === 1 && beginsWith(first[0] ?? "", titles) ? "auxiliary" : undefined),
};
