import { beginsWith, nothingSaid, type Client } from "../client.ts";

const jsonAsked = "Return the correct JSON response within a ```json codeblock. not the JSON_SCHEMA";
const jsonRefused = "Correct your JSON ONLY RESPONSE, based on the following errors:\n";
const refused = ["Validation Error found:\n", "Validation Errors found:\n"];
const askedAgain = "\nRecall the function correctly, fix the errors";

/** instructor 1.17.0: answers that did not fit are asked for again as the user (`v2/providers/<provider>/handlers.py`). */
export const instructor: Client = {
  saidIn(text) {
    const isOwn = beginsWith(text, [jsonRefused]) || (beginsWith(text, refused) && text.includes(askedAgain));
    if (isOwn || text.trim() === jsonAsked) return nothingSaid;
    return undefined;
  },
};
