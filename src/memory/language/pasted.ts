import { isDivider, pointsAbove } from "./above.ts";
import { blank, opensElement, withoutElements } from "./elements.ts";
import {
  beginsLetter,
  foreignFrom,
  introducesForeign,
  isForwarding,
  isMailHead,
  isSalutation,
  pointsBelow,
  resultFrom,
} from "./introduces.ts";

/**
 * The text with what its author only pasted blanked out, every place kept: fenced code, elements of XML, and what a line announces or
 * a mail's head opens, to the text's end; but what is fenced, an element or a citation ends where that ends. So is what stands above a
 * line that asks for work on it. Linear in the text's length. `isForeign`: lines of others, which announce nothing.
 */
export function withoutPasted(text: string, isForeign: (line: string) => boolean): string {
  const given = text.split("\n");
  const lines = withoutElements(withoutFences(given)).split("\n");
  const end = given.findLastIndex((line) => line.trim() !== "");
  let ownFrom = 0;
  let last = -1;
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    const isMarked = resultFrom(line) >= 0;
    const isOwn = trimmed !== "" && (!isForeign(line) || isForwarding(trimmed) || isMarked);
    if (isOwn && last >= ownFrom && isAskedOf(given[last]!, line, at === end) && !isSetOff(lines[last]!, isForeign)) {
      for (; ownFrom < at; ownFrom++) lines[ownFrom] = blank(lines[ownFrom]!);
    }
    if (given[at]!.trim() !== "") last = at;
    const from = isOwn ? pastedFrom(line, trimmed, lines[at + 1] ?? "", at > 0) : undefined;
    if (from === undefined || (isAnnounced(line, from) && isDelimited(given, lines, at + 1))) continue;
    const start = isMarked ? 0 : from;
    const rest = [line.slice(start), ...lines.slice(at + 1)].join("\n");
    return [...lines.slice(0, at), line.slice(0, start)].join("\n") + blank(rest);
  }
  return lines.join("\n");
}

/** Whether a line asks for work on what stands above it. */
function isAskedOf(before: string, line: string, isLast: boolean): boolean {
  return pointsAbove(line.trim()) || (isLast && isDivider(before.trim()) && pointsBelow(line.trim()));
}

/** Code, an element or a citation is by itself what is asked about: what stands before it is said. */
const isSetOff = (line: string, isForeign: (line: string) => boolean): boolean => line.trim() === "" || isForeign(line);

function withoutFences(lines: readonly string[]): string {
  let fenced = false;
  return lines
    .map((line) => {
      const isFence = /^\s*(?:```|~~~)/u.test(line);
      if (isFence) fenced = !fenced;
      return fenced || isFence ? blank(line) : line;
    })
    .join("\n");
}

/** The place in a line from which on the text is pasted; `undefined` where the line opens nothing. */
function pastedFrom(line: string, trimmed: string, next: string, isBelow: boolean): number | undefined {
  if (isBelow && beginsLetter(trimmed)) return 0;
  if (isMailHead(trimmed, next.trim()) || isForwarding(trimmed) || opensElement(trimmed)) return 0;
  if (/:[*_]*$/u.test(trimmed) && introducesForeign(trimmed)) return line.length;
  const from = Math.max(resultFrom(line), foreignFrom(line));
  if (from >= 0) return from;
  const isFollowed = next.trim() === "" || isSalutation(next.trim());
  return isFollowed && pointsBelow(trimmed) ? line.length : undefined;
}

/** Whether the paste begins behind its line. */
const isAnnounced = (line: string, from: number): boolean => from > 0 && line.slice(from).trim() === "";

/** Whether what comes next says itself where it ends. */
function isDelimited(given: readonly string[], lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < given.length && given[at]!.trim() === "") at++;
  const line = given[at] ?? "";
  const begin = line.search(/\S/u);
  return begin >= 0 && (line[begin] === ">" || lines[at]![begin] === " ");
}
