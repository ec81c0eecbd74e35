import { beginsWith, behind, saidByUser, type Client } from "../../client.ts";

/** How to answer by a schema, which stands between fences, or by one of the values that follow. */
const schemas = [
  "Output should be in JSON format and conform to the following schema:\n\n```\n",
  "Output should be a JSON array conforming to the following schema:\n",
  "Output should be JSONL format, a sequence of JSON objects (one per line) separated by a newline `\\n` character.",
];
const fence = "```";
const values =
  "Output should be ONLY one of the following enum values. Do not output any additional information or add quotes.\n\n";

/** Genkit 1.42.0: in a message of its own or a part (`@genkit-ai/ai`, `formats`). What stands behind is the user's. */
export const genkit: Client = {
  saidIn(text) {
    if (beginsWith(text, [values])) {
      const end = behind(text, "\n\n", behind(text, values, 0));
      return saidByUser(end < 0 ? "" : text.slice(end));
    }
    const schema = beginsWith(text, schemas) ? behind(text, fence, 0) : -1;
    const end = schema < 0 ? -1 : behind(text, fence, schema);
    return end < 0 ? undefined : saidByUser(text.slice(end));
  },
};
