import type { Span } from "./spans.ts";

/** Puts `text` in the place of a span; a span that is empty makes it an insertion. */
export type Edit = Span & { text: string };

/** The bytes with all edits made, each byte outside them as it was. Edits do not overlap; of two at one place, the first goes first. */
export function patch(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
