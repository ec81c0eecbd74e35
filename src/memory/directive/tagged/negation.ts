import { forbids, type DirectiveType } from "../directive.ts";
import { wordSet } from "../../language/word-set.ts";
import { find, phrases } from "../text/match.ts";
import type { Word } from "../text/word.ts";
import { clauseOf } from "./own-clause.ts";

/** What a message denies, and what it asks to be left out: no tagged rule may turn it round. */

/** They say by themselves that something is not to be. */
export const leaving = wordSet(
  `avoid ban cross curb cut decrease ditch dodge drop ease eschew exclude forget hide hold keep leave lessen limit lose minimise minimize
   no nobody noone none nothing omit quit reduce refrain remove restrict scrap shun skip skirt spare stay steer stop strike`,
);
/** And these, behind another verb: "be wary of X", "lean on X less". */
export const sparing = wordSet(
  "avoid careful cautious easier easy fewer less light lighter little minimum no nobody none nothing sparing sparingly wary",
);
export const sparingMax = 8;
export const negations = wordSet("not never nor no nobody noone none nothing neither cannot without");
/** Behind a negation they turn what follows round: "do not stop asking". */
export const reversing = wordSet(
  "stop forget fail quit cease skip avoid omit neglect hesitate afraid shy refrain scared reluctant",
);
/** "You need no more than one": what there is a thing of is not to be. "Never forget the oars" is a demand. */
export function isDenied(first: Word, sentence: readonly Word[]): boolean {
  const clause = clauseOf(first, sentence);
  const before = clause.slice(0, Math.max(0, clause.indexOf(first)));
  return before.some(({ word }) => negations.has(word)) && !before.some(({ word }) => reversing.has(word));
}

/** "Meetings on Fridays are fine": who says so forbids none. */
export function isAllowed(first: Word, sentence: readonly Word[]): boolean {
  const clause = clauseOf(first, sentence);
  const said = clause.slice(clause.indexOf(first));
  const at = find(said, allowing);
  if (at < 0 || said.slice(0, at).some(({ word }) => linking.has(word))) return false;
  return !clause.some(({ word }) => word === "only" || negations.has(word) || leaving.has(word));
}
const linking = wordSet("that if whether");
const allowing = phrases("is|are fine|ok|okay|allowed|permitted|welcome");

/** "Nobody", "no one", "none of": what no words of a ban that follow can do without. */
export function negativeSubject(before: readonly Word[]): readonly Word[] {
  const [last, other] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  if (["nobody", "noone", "nothing", "none"].includes(last)) return before.slice(-1);
  return last === "one" && other === "no" ? before.slice(-2) : [];
}

const passive = wordSet("else is are gets get to be may must can should ever");

/** "Nothing else is to be" before "put on the calendar": what it would not be said of without it. */
export function passiveNothing(before: readonly Word[]): readonly Word[] {
  const at = before.findLastIndex(({ word }) => word === "nothing");
  const rest = before.slice(at + 1).map(({ word }) => word);
  const isPassive = ["be", "is", "are", "get", "gets"].includes(rest.at(-1) ?? "");
  return at >= 0 && isPassive && rest.every((word) => passive.has(word)) ? before.slice(at) : [];
}

/** "Do not use tabs" of a ban is "use tabs": what it is to begin with is said by its type. */
export function withoutNegation(words: readonly Word[], type: DirectiveType): readonly Word[] {
  if (!forbids(type)) return words;
  const from = words.findIndex(({ word }) => !["do", "not", "never", "try", "to"].includes(word));
  return words.slice(0, from).some(({ word }) => word === "not" || word === "never") ? words.slice(from) : words;
}
