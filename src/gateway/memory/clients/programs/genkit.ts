import { beginsWith, nothingSaid, type Client } from "../client.ts";

const formats = [
  "Output should be in JSON format and conform to the following schema:\n\n```\n",
  "Output should be a JSON array conforming to the following schema:\n",
  "Output should be JSONL format, a sequence of JSON objects (one per line) separated by a newline `\\n` character.",
  "Output should be ONLY one of the following enum values. Do not output any additional information or add quotes.\n",
];

/** Genkit 1.42.0: how to answer, in a message of its own or a part (`@genkit-ai/ai`, `formats`). */
export const genkit: Client = {
  saidIn: (text) => (beginsWith(text, formats) ? nothingSaid : undefined),
};
