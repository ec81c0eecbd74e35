import { wordSet } from "../../language/word-set.ts";
import { isThing, lowered } from "../readers/things.ts";
import { addedAll, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subordinators } from "../words/classes.ts";

/** What limits a rule, as it can stand behind it: "for audio guides", where it only names what the rule is about. */
export function asLimit(lead: readonly Word[], body: readonly Word[]): readonly Word[] {
  if (lead.length === 0 || isLimit(lead)) return lead;
  const said = new Set(body.map(({ word }) => word));
  if (lead.every(({ word, kind }) => kind === "mark" || said.has(word) || determiners.has(word))) return [];
  return isThing(lead) ? [...addedAll("for"), ...lowered(lead)] : lead;
}

/** "In reports", "if it rains", "every Monday". */
export const isLimit = ([first]: readonly Word[]): boolean =>
  first !== undefined && [prepositions, subordinators, auxiliaries, limiting].some((set) => set.has(first.word));
const limiting = wordSet("every each once twice whoever whether always only as even so");
