import { beginningOf } from "../../../../memory/text.ts";
import { textTokens } from "../../../estimate.ts";
import { hasAuthority, type Item } from "./item.ts";
import { renderGuidance, renderItem, renderMemories } from "./render.ts";

/** The most items of one turn, and of one item the most characters. */
export const itemsMax = 12;
export const itemCharactersMax = 1_500;

export type Selection = { items: Item[]; omitted: number };

/**
 * The first items that fit into a budget of tokens, tags and heads included: one that is too long makes room for the next.
 * A long text is cut, and ends in an ellipsis.
 */
export function select(found: readonly Item[], budgetTokens: number, count = textTokens): Selection {
  const items: Item[] = [];
  let used = 0;
  let heads = 0;
  for (const item of found) {
    if (items.length === itemsMax) break;
    const shown = { ...item, text: shorten(item.text) };
    const isNewHead = !items.some((each) => hasAuthority(each) === hasAuthority(shown));
    const head = isNewHead ? count(hasAuthority(shown) ? renderGuidance([]) : renderMemories([])) : 0;
    // One more for the line break between two.
    const tokens = count(renderItem(shown)) + 1;
    if (used + heads + head + tokens > budgetTokens) continue;
    used += tokens;
    heads += head;
    items.push(shown);
  }
  return { items, omitted: found.length - items.length };
}

function shorten(text: string): string {
  if (text.length <= itemCharactersMax) return text;
  return `${beginningOf(text, itemCharactersMax - 1)}…`;
}
