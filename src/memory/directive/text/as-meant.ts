import { asSeen } from "../../language/as-seen.ts";
import { inFirstPerson, type Part } from "../../language/note/in-first-person.ts";
import { repaired } from "../../language/repair.ts";
import { maskForeign } from "./mask.ts";

/** Each stands for a quotation while repairs are looked for; a text that has some of its own is left as it is. */
const standIn = { first: 0xe000, last: 0xf8ff, any: /[\ue000-\uf8ff]/gu };
/** How a quotation is masked. */
const masked = /_{2,}/gu;

/** A message's text as its rules are read. `wishes`: where a note about its user tells what they want. */
export type Meant = { readonly text: string; readonly wishes: readonly Part[] };

export const asMeant = (text: string): string => meantBy(text).text;

/**
 * A message's text as it is seen, without what its author takes back in the same breath, and in the first person. A quotation is one
 * word: what it says takes nothing back, and it may be taken back itself.
 */
export function meantBy(text: string): Meant {
  const seen = asSeen(text);
  const quotations: string[] = [];
  let opaque = "";
  let from = 0;
  for (const { 0: run, index } of maskForeign(seen).matchAll(masked)) {
    opaque += seen.slice(from, index) + String.fromCharCode(standIn.first + quotations.length);
    from = index + run.length;
    quotations.push(seen.slice(index, from));
  }
  opaque += seen.slice(from);
  if (quotations.length > standIn.last - standIn.first || seen.search(standIn.any) >= 0)
    return { text: seen, wishes: [] };
  const meant = repaired(opaque);
  const { text: told, wishes } = inFirstPerson(meant);
  if (told === opaque) return { text: seen, wishes };
  const shown = (part: string) =>
    part.replaceAll(standIn.any, (each) => quotations[each.charCodeAt(0) - standIn.first]!);
  let out = "";
  let shownTo = 0;
  const placed = wishes.map(({ start, end }) => {
    out += shown(told.slice(shownTo, start));
    shownTo = start;
    return { start: out.length, end: out.length + end - start };
  });
  return { text: out + shown(told.slice(shownTo)), wishes: placed };
}
