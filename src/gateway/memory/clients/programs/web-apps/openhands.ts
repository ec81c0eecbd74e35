import { beginsWith, nothingSaid, type Client } from "../../client.ts";

/** How parts begin that it puts behind the user's words: what it knows by their keywords, of the repository and the machine. */
const beginnings = [
  '<EXTRA_INFO>\nThe following information has been included based on a keyword match for "',
  "<REPOSITORY_INFO>\n",
  "<REPOSITORY_INSTRUCTIONS>\n",
  "<RUNTIME_INFORMATION>\n",
  "<CONVERSATION_INSTRUCTIONS>\n",
];

/** OpenHands (156d068): `agenthub/codeact_agent/prompts/`. */
export const openHands: Client = {
  saidIn: (text) => (beginsWith(text, beginnings) ? nothingSaid : undefined),
};
