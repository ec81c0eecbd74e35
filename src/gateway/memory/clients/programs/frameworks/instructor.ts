import { beginsWith, nothingSaid, saidByUser, type Client } from "../../client.ts";

/** Behind what the user says last, in the same text where that is one. */
const jsonAsked = "Return the correct JSON response within a ```json codeblock. not the JSON_SCHEMA";
const jsonRefused = "Correct your JSON ONLY RESPONSE, based on the following errors:\n";
const refused = ["Validation Error found:\n", "Validation Errors found:\n"];
const askedAgain = "\nRecall the function correctly, fix the errors";

/** instructor 1.17.0: answers that did not fit are asked for again as the user (`v2/providers/<provider>/handlers.py`). */
export const instructor: Client = {
  saidIn(text) {
    if (beginsWith(text, [jsonRefused])) return nothingSaid;
    if (beginsWith(text, refused) && text.includes(askedAgain)) return nothingSaid;
    const end = text.trimEnd();
    return end.endsWith(jsonAsked) ? saidByUser(end.slice(0, -jsonAsked.length).trimEnd()) : undefined;
  },
};
