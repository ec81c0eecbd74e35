import { asSeen } from "../../language/as-seen.ts";
import { withoutPasted } from "../../language/pasted.ts";

/**
 * What of a message its speaker states in plain sentences: what is pasted, code, logs, tables, citations and quotations go. Quotation
 * marks about one to three words are only marks: a name, a title. One pass over the text, line by line.
 */
export function ownWords(text: string): string {
  const plain = withoutPasted(asSeen(text), isForeign)
    .replace(/[‘’‛]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[–—]/gu, " — ");
  const lines = plain.split("\n").map((line) => (isForeign(line) ? "" : line));
  return unquoted(withoutTranscript(lines).join("\n"));
}

const codeMarks = /[{}]|=>|\(\);|<\/|:=| = |==|(?:import|def|function|const) | -- /u;
const logWords = new Set(["ERROR", "INFO", "WARN", "WARNING", "DEBUG", "FATAL", "TRACE", "SELECT", "INSERT"]);

/** A line that is not somebody's own sentence: a citation, a row of a table, of a log, of code. */
function isForeign(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed.startsWith(">") || trimmed.startsWith("|") || trimmed.startsWith("$ ")) return true;
  if (trimmed.startsWith("//") || trimmed.startsWith("#!") || trimmed.endsWith(";") || /^(?:\t| {4})/u.test(line))
    return true;
  if (codeMarks.test(trimmed)) return true;
  if (/^\W?\d{4}-\d\d-\d\d[T ]\d\d:/u.test(trimmed)) return true;
  if (trimmed.split(" ", 12).some((word) => logWords.has(word))) return true;
  return isTableRow(trimmed);
}

/** `name,city,employer`: commas without blanks, or tabs. */
function isTableRow(line: string): boolean {
  if (line.includes("\t")) return true;
  const cells = line.split(",");
  return cells.length >= 3 && cells.slice(1).every((cell) => cell !== "" && !cell.startsWith(" "));
}

/** Two lines that name a speaker ("Ana: ...") are a transcript or a form. */
function withoutTranscript(lines: string[]): string[] {
  const isSpeaker = (line: string) => /^\s{0,3}\p{Lu}\p{L}{1,20}: \S/u.test(line);
  return lines.filter(isSpeaker).length < 2 ? lines : lines.map((line) => (isSpeaker(line) ? "" : line));
}

const keptWords = 3;

function unquoted(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length;) {
    const mark = text[at]!;
    const close = isOpening(text, at) ? closing(text, at) : -1;
    if (close < 0) {
      if (mark !== '"' && mark !== "`") kept += mark;
      at++;
      continue;
    }
    const inner = text.slice(at + 1, close);
    const short = inner.split(" ").length <= keptWords && !/[.!?(]\s*$/u.test(inner);
    kept += short ? inner : " … ";
    at = close + 1;
  }
  return kept;
}

function isOpening(text: string, at: number): boolean {
  const mark = text[at]!;
  if (mark === '"' || mark === "`") return true;
  return mark === "'" && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && /[\p{L}\p{N}]/u.test(text[at + 1] ?? " ");
}

/** How far a quotation may reach; more is a mark without its other. An apostrophe is one more often than not. */
const reach = { '"': 2_000, "`": 300, "'": 300 } as Record<string, number>;

function closing(text: string, open: number): number {
  const mark = text[open]!;
  const end = Math.min(text.length, open + reach[mark]!);
  for (let at = open + 1; at < end; at++) {
    if (text[at] === "\n" && text[at + 1] === "\n") return -1;
    if (text[at] !== mark) continue;
    if (mark !== "'") return at;
    if (text[at - 1] !== " " && !/[\p{L}\p{N}]/u.test(text[at + 1] ?? " ")) return at;
  }
  return -1;
}
