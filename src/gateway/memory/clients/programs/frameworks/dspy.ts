import { beginsWith, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const system = "Your input fields are:\n1. `";
const fieldHead = "[[ ## ";
const marker = /^[^\S\n]*\[\[ ## \w+ ## \]\][^\S\n]*(?:\n|$)/gmu;

/** What to answer, after the fields: by markers or, where that failed, in JSON. */
const answersAsked = [
  "Respond with the corresponding output fields, starting with the field `[[ ## ",
  "Respond with a JSON object in the following order of fields: `",
];

/**
 * DSPy 3.4.1 (`adapters/chat_adapter.py`, `json_adapter.py`): a message has the fields of a signature, each after its
 * name. One alone is what the user asks; of more than one a program wrote some.
 */
export const dspy: Client = {
  saidUnder(asked) {
    const isKnown = beginsWith(asked, [system]);
    return (text) => (isKnown && beginsWith(text, [fieldHead]) ? saidIn(text) : undefined);
  },
  repliedIn: withoutMarkers,
};

function saidIn(text: string): Said {
  const end = Math.max(...answersAsked.map((asked) => text.lastIndexOf(`\n\n${asked}`)));
  const fields = end < 0 ? text : text.slice(0, end);
  const isAlone = end >= 0 && fields.match(marker)?.length === 1;
  return isAlone ? saidByUser(withoutMarkers(fields)) : saidByAgent(withoutMarkers(fields));
}

/** What the fields of a message, or of a reply, say; other texts as they are. */
function withoutMarkers(text: string): string {
  return beginsWith(text, [fieldHead]) ? text.replace(marker, "").trim() : text;
}
