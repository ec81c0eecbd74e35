import { beginsWith, nothingSaid, type Client } from "../../client.ts";

const transcript =
  "For context: below is a transcript of what another agent did, quoted between <<<BEGIN_QUOTED_AGENT_CONTENT>>>";
const quoteEnd = "<<<END_QUOTED_AGENT_CONTENT>>>";
/** Who did what, before a quote. */
const quoteHead = /^\s*\[[^\]\n]{1,200}\][^\n]{0,300}:\n<<<BEGIN_QUOTED_AGENT_CONTENT>>>/u;

/** Google's Agent Development Kit 2.13.0, which shows an agent what others did as if the user said it (`_fencing.py`). */
export const adk: Client = {
  saidIn(text) {
    const isQuote = beginsWith(text, [transcript]) || (text.trimEnd().endsWith(quoteEnd) && quoteHead.test(text));
    return isQuote ? nothingSaid : undefined;
  },
};
