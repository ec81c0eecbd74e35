import { blank } from "../../language/elements.ts";
import { withoutPasted } from "../../language/pasted.ts";
import { wordSet } from "../../language/word-set.ts";

/** Stands for a character of a quotation; no letter, digit or mark that a rule could hold. */
const quoted = "_";

/**
 * The text with what its author does not say himself blanked out, every place kept: quotations and inline code become
 * one long word of underscores, what is pasted, code, citations and logs become blanks.
 */
export function maskForeign(text: string): string {
  const lines = unpasted(text).split("\n");
  return maskQuotes(lines.map((line) => (isForeignLine(line) ? blank(line) : line)).join("\n"));
}

/** The text with what its author only pasted blanked out, every place kept. */
export const unpasted = (text: string): string => withoutPasted(text, isForeignLine);

const commentMarks = ["//", "#!", "/*", "*/", "<!--", "$ ", ">", "|", "+++", "---", "@@", "at "];
const codeEnds = [";", "{", "}", ");", "=>"];
const levels = wordSet("ERROR WARN WARNING INFO DEBUG FATAL TRACE error: warning: fatal: panic:");

/** A line of code, of a log, of a table, or of somebody's that is cited. */
function isForeignLine(given: string): boolean {
  const line = given.trim();
  if (commentMarks.some((mark) => line.startsWith(mark)) && line !== "---") return true;
  if (codeEnds.some((end) => line.endsWith(end))) return true;
  if (line.split(" ", 6).some((word) => levels.has(word))) return true;
  return /^\[?\d{4}-\d\d-\d\d[T ]\d\d:/u.test(line) || /^\d\d:\d\d(?::\d\d)? [A-Z]{3,}/u.test(line);
}

/** Opening marks, with what closes each and how far it may reach. */
const marks: Readonly<Record<string, { close: string; reach: number }>> = {
  '"': { close: '"', reach: 4_000 },
  "“": { close: "”", reach: 4_000 },
  "„": { close: "“", reach: 4_000 },
  "«": { close: "»", reach: 4_000 },
  "`": { close: "`", reach: 400 },
  "'": { close: "'", reach: 400 },
};

function maskQuotes(text: string): string {
  const parts: string[] = [];
  const ends = new Map<string, number>();
  let blankLine = -1;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = marks[text[at]!];
    if (mark === undefined || !opens(text, at)) continue;
    if (blankLine <= at) blankLine = text.includes("\n\n", at) ? text.indexOf("\n\n", at) : text.length;
    // The next closing mark is looked for once, whatever opens before it.
    const known = ends.get(mark.close) ?? -1;
    const end = known > at ? known : closing(text, at, mark.close);
    ends.set(mark.close, end);
    if (end >= text.length || end > blankLine || end - at > mark.reach) continue;
    parts.push(text.slice(from, at), quoted.repeat(end + 1 - at));
    at = end;
    from = end + 1;
  }
  return parts.join("") + text.slice(from);
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** An apostrophe opens only before a word and behind none. */
function opens(text: string, at: number): boolean {
  return text[at] !== "'" || (!isWord(text[at - 1]) && isWord(text[at + 1]));
}

/** Where the next mark behind a place closes; the text's length where none does. */
function closing(text: string, open: number, close: string): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] !== close) continue;
    const apostrophe = close === "'" && (isWord(text[at + 1]) || text[at - 1] === " ");
    if (!apostrophe) return at;
  }
  return text.length;
}

export const isQuoted = (word: string): boolean => word.length > 1 && word.startsWith(quoted) && word.endsWith(quoted);
