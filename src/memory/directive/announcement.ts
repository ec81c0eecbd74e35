import { repairSteps } from "./lasting/correcting.ts";
import { added, type Word } from "./text/word.ts";
import { wordSet } from "../language/word-set.ts";

/** What is said before a colon: what a rule is about, or that rules follow. */

/** "Flights: aisle seat": what stands before the colon, where it is short and a noun phrase. */
export const asLead = (words: readonly Word[]): readonly Word[] =>
  words.length > 0 && words.length <= 3 && !words.some(({ word }) => notThings.has(word) || repairSteps.has(word))
    ? [added("for"), ...words]
    : [];
const notThings = wordSet(
  "i you we it policy rule rules note style request thing important reminder future is are one two three metric seriously ps pps edit please remember always never preference preferences how",
);

/** "Three things about reviews:", "for this repo:": what all that follows is about; undefined where nothing is announced. */
export function announcedBy(words: readonly Word[]): readonly Word[] | undefined {
  const about = words.findIndex(({ word }) => ["about", "for", "on", "in", "with"].includes(word));
  const lead = about >= 0 && words.length - about <= 4 ? words.slice(about) : [];
  const meta = words.some(({ word }) => announcing.has(word));
  const isRule = words.some(({ word }) => word === "rule") || (about === 0 && words.length <= 4);
  if (!meta && !isRule) return undefined;
  return lead.some(({ word }) => ["now", "today", "tonight", "tomorrow", "you", "me", "our", "my", "us"].includes(word))
    ? []
    : lead;
}
const announcing = wordSet(
  "things rules rule preferences preference conventions wishes requests style habits principles guidelines policy policies",
);
