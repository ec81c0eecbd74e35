/** Of a longer question its beginning and its end are searched for. In units of a string. */
const queryUnits = 2_000;
/** UTF-8, as the server counts; of a longer text the beginning is stored. */
const storedBytes = 262_144;

const encoder = new TextEncoder();
/** A mark of byte order is kept: it is a part of what was said. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What is searched for with a question. */
export function queryOf(question: string): string {
  if (question.length <= queryUnits) return sane(question);
  const half = queryUnits / 2;
  // Of a character on the cut both halves go.
  const beginning = question.slice(0, half).replace(/[\uD800-\uDBFF]$/, "");
  const end = question.slice(-half).replace(/^[\uDC00-\uDFFF]/, "");
  return sane(`${beginning}\n${end}`);
}

/** What is stored of a text: up to a whole character, and marked where that is not all. */
export function storedOf(text: string): { content: string; metadata?: { truncated: true } } {
  const [content, isWhole] = beginningOf(text, storedBytes);
  return { content, ...(!isWhole && { metadata: { truncated: true } }) };
}

function sane(text: string): string {
  return beginningOf(text, text.length * 3)[0];
}

/** As much as fits, and whether that is all. What the server refuses, halves of characters and NUL, becomes U+FFFD. */
function beginningOf(text: string, bytesMax: number): [beginning: string, isWhole: boolean] {
  const given = text.replaceAll("\0", "\uFFFD");
  // A unit has at most three bytes.
  const bytes = new Uint8Array(Math.min(bytesMax, given.length * 3));
  const { read, written } = encoder.encodeInto(given, bytes);
  return [decoder.decode(bytes.subarray(0, written)), read === given.length];
}
