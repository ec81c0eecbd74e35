import { namesOwn, namesResult } from "./introduces.ts";
import { wordSet } from "./word-set.ts";

const opening = /<([a-z][\w:.-]*)(?:\s[^<>]*)?>|\[([a-z][\w -]*)\]/giu;
const closing = /<\/([a-z][\w:.-]*)\s*>|\[\/([a-z][\w -]*)\]/giu;
/** They only set off words of a sentence. */
const formatting = wordSet("b i u s em strong mark small big br sub sup");
const quotes = wordSet("` \" ' “ ‘");

/**
 * The text with elements of XML blanked out, and with what stands between "[tool_result]" and "[/tool_result]" or their like, from
 * an opening tag to the last closing one of its name: what stands inside cannot end it. Tags that are quoted, that format or that
 * name their author's rules are left.
 */
export function withoutElements(text: string): string {
  const ends = new Map<string, number>();
  for (const found of text.matchAll(closing)) ends.set(nameOf(found), found.index + found[0].length);
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(opening)) {
    const { 0: tag, index } = found;
    const name = nameOf(found);
    const end = ends.get(name) ?? -1;
    if (index < from || end < index || !holdsForeign(tag, name) || quotes.has(text[index - 1] ?? "")) continue;
    parts.push(text.slice(from, index), blank(text.slice(index, end)));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** Whether a line is nothing but a tag that opens an element: one that is not closed goes on to the end. */
export function opensElement(line: string): boolean {
  const [found] = line.matchAll(opening);
  return found?.[0] === line && holdsForeign(line, nameOf(found));
}

const nameOf = ({ 1: name, 2: bracketed }: RegExpExecArray): string => (name ?? bracketed!).toLowerCase();

function holdsForeign(tag: string, name: string): boolean {
  if (tag.startsWith("[")) return namesResult(name);
  return !tag.endsWith("/>") && !formatting.has(name) && !namesOwn(name);
}

/** As long, with its ends of lines. */
export const blank = (text: string): string => text.replace(/[^\n]+/g, (line) => " ".repeat(line.length));
