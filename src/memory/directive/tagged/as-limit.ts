import { wordSet } from "../../language/word-set.ts";
import { isNumber } from "../lasting/lasting.ts";
import { isThing, lowered } from "../readers/things.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subordinators } from "../words/classes.ts";
import { isNounToo, verbs } from "../words/verbs.ts";

/** What limits a rule, as it can stand behind it: "for audio guides" of "audio guides: two minutes each". */
export function asLimit(lead: readonly Word[], body: readonly Word[], message: readonly Word[]): readonly Word[] {
  if (lead.length === 0 || isLimit(lead)) return lead;
  const said = new Set(body.map(({ word }) => word));
  if (lead.every(({ word, kind }) => kind === "mark" || said.has(word) || determiners.has(word))) return [];
  const isHeading = wordAt(message, message.indexOf(lead.at(-1)!) + 1) === ":";
  return isThing(lead) && (isHeading || isPlainThing(lead)) ? [...addedAll("for"), ...lowered(lead)] : lead;
}

/** Not "two weeks ahead of a launch", "the baby naps from one to three", "daily", nor "mention a person". */
function isPlainThing(lead: readonly Word[]): boolean {
  if (verbs.has(lead[0]!.word) && !isNounToo(lead[0]!.word)) return false;
  const end = lead.findIndex(({ word }) => prepositions.has(word));
  const phrase = (end < 1 ? lead : lead.slice(0, end)).filter(({ word }) => !determiners.has(word) && word !== "first");
  const isTime = phrase.length === 1 && (ofTime.has(phrase[0]!.word) || phrase[0]!.word.endsWith("ly"));
  return !isTime && !lead.some(({ word }) => isNumber(word));
}
const ofTime = wordSet(
  `day days night nights morning mornings evening evenings week weeks weekend weekends month months year years hour hours minute minutes
   moment moments time times thing today tomorrow monday tuesday wednesday thursday friday saturday sunday
   mondays tuesdays wednesdays thursdays fridays saturdays sundays`,
);

/** "In reports", "if it rains", "every Monday". */
export const isLimit = ([first]: readonly Word[]): boolean =>
  first !== undefined && [prepositions, subordinators, auxiliaries, limiting].some((set) => set.has(first.word));
const limiting = wordSet("every each once twice whoever whether always only as even so");
