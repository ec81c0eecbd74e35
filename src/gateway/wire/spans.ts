import { endOfString } from "../../json-text.ts";

/**
 * Where the values of a JSON text stand, in bytes: what a patch needs that leaves every other byte as it was sent. The
 * text was parsed before, so it is well-formed. Of a name that occurs twice the last counts, as it does for
 * `JSON.parse`.
 */
export type Span = { start: number; end: number };

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const opening = [0x5b, 0x7b];
const closing = [0x5d, 0x7d];

/** The values of the object that begins at `at` (its brace, or white space before it), by name. */
export function membersAt(bytes: Buffer, at = 0): Map<string, Span> {
  return new Map(entriesAt(bytes, at));
}

/** The same in their order, with what `JSON.parse` does not tell: names that occur twice. */
export function entriesAt(bytes: Buffer, at = 0): [name: string, value: Span][] {
  const entries: [string, Span][] = [];
  for (let i = skipSpace(bytes, at) + 1; ;) {
    i = skipSpace(bytes, i);
    if (bytes[i] === closing[1]) return entries;
    if (bytes[i] === comma) {
      i++;
      continue;
    }
    const end = skipValue(bytes, i);
    const name: string = JSON.parse(bytes.toString("utf8", i, end));
    const start = skipSpace(bytes, bytes.indexOf(colon, end) + 1);
    i = skipValue(bytes, start);
    entries.push([name, { start, end: i }]);
  }
}

/** The elements of the array that begins at `at`. */
export function elementsAt(bytes: Buffer, at: number): Span[] {
  const elements: Span[] = [];
  for (let i = skipSpace(bytes, at) + 1; ;) {
    const start = skipSpace(bytes, i);
    if (bytes[start] === closing[0]) return elements;
    if (bytes[start] === comma) {
      i = start + 1;
      continue;
    }
    i = skipValue(bytes, start);
    elements.push({ start, end: i });
  }
}

function skipSpace(bytes: Buffer, at: number): number {
  let i = at;
  // Space, tab, line feed, carriage return; the end of the text is no space.
  while (bytes[i]! <= 0x20) i++;
  return i;
}

/** The index after the value that begins at `at`. */
function skipValue(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  if (first === quote) return endOfString(bytes, at) + 1;
  if (!opening.includes(first)) return skipLiteral(bytes, at);
  for (let i = at, depth = 0; ; i++) {
    const byte = bytes[i]!;
    if (byte === quote) i = endOfString(bytes, i);
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if ((byte === 0x5d || byte === 0x7d) && --depth === 0) return i + 1;
  }
}

/** A number, true, false or null. */
function skipLiteral(bytes: Buffer, at: number): number {
  let i = at;
  while (i < bytes.length && bytes[i] !== comma && !closing.includes(bytes[i]!) && bytes[i]! > 0x20) i++;
  return i;
}
