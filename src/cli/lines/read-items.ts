import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { addAbortSignal } from "node:stream";
import { invalid } from "../../error.ts";

/**
 * A JSON text of a file: a line of it, or an element of the list that it is. `fault` says why there is no text. `bytes` is
 * how far the file is read when it ends.
 */
export type Item = { number: number; isLine: boolean; bytes: number } & (
  { text: string; fault?: undefined } | { text?: undefined; fault: string }
);

/** A conversation of an export, with all that its app keeps beside the words, is a few MiB. */
export const itemBytesMax = 64 * 1024 * 1024;

/** `values`: objects that each take several lines, one behind the other. */
type Layout = "lines" | "list" | "values";

/** What a layout is told by may have so much white space before it. */
const startBytesMax = 65_536;

const [lineFeed, quote, comma, backslash] = [0x0a, 0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The items of a file; - is standard input. A byte order mark before the first is left out. The signal ends waiting for
 * more: AbortError. Errors: invalid_argument for an archive.
 */
export async function* readItems(file: string, signal?: AbortSignal): AsyncGenerator<Item> {
  const chunks = chunksOf(file, signal)[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  let layout: Layout | undefined;
  while ((layout = layoutOf(start)) === undefined) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const all = { [Symbol.asyncIterator]: () => behindStart(start, chunks) };
  yield* layout === "list" || layout === "values" ? valuesOf(all, layout) : linesOf(all);
}

async function* behindStart(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => chunks };
}

/** By how a file begins; `undefined` where that does not tell yet. */
function layoutOf(bytes: Buffer): Layout | undefined {
  const start = bytes
    .subarray(0, startBytesMax)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  if (start.startsWith("PK\x03\x04"))
    throw invalid("file", "must be JSON: unpack this ZIP archive, and import the conversations.json in it");
  if (/^\s*\[/.test(start)) return "list";
  if (/^\s*\{[ \t\r]*\n/.test(start)) return "values";
  return bytes.length < startBytesMax && /^\s*(?:\{[ \t\r]*)?$/.test(start) ? undefined : "lines";
}

/** Only \n ends a line: Node's readline takes U+2028 and U+2029 for ends too, which JSON may have within a text. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Item> {
  const parts = new Parts(true);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      parts.add(chunk.subarray(from, end));
      yield parts.take(1);
      from = end + 1;
    }
    parts.add(chunk.subarray(from));
  }
  if (parts.size > 0) yield parts.take(1);
}

/** Lists may follow one another, as they do where files are read together. */
async function* valuesOf(chunks: AsyncIterable<Buffer>, layout: "list" | "values"): AsyncGenerator<Item> {
  const base = layout === "list" ? 1 : 0;
  const parts = new Parts(false);
  let [depth, inText, isEscaped] = [0, false, false];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inText = false;
        continue;
      }
      if (byte === quote) inText = true;
      else if (byte === openList || byte === openObject) {
        depth++;
        if (depth === base) from = at + 1;
      } else if (byte === closeList || byte === closeObject) {
        depth = Math.max(0, depth - 1);
        if (depth > 0) continue;
        parts.add(chunk.subarray(from, at + 1 - base));
        if (base === 0 || !parts.isBlank) yield parts.take(base);
        from = at + 1;
      } else if (byte === comma && depth === 1 && base === 1) {
        parts.add(chunk.subarray(from, at));
        yield parts.take(1);
        from = at + 1;
      }
    }
    parts.add(chunk.subarray(from));
  }
  if (depth > 0) yield parts.fail("must be whole, but the file ends within it");
  else if (!parts.isBlank) yield parts.take(0);
}

/** The bytes of an item, as they come: no more of them than one may have. */
class Parts {
  readonly #isLine: boolean;
  #parts: Buffer[] = [];
  #number = 0;
  #bytes = 0;
  size = 0;

  constructor(isLine: boolean) {
    this.#isLine = isLine;
  }

  get isBlank(): boolean {
    return this.size <= itemBytesMax && this.#parts.every((part) => /^\s*$/.test(part.toString("latin1")));
  }

  add(part: Buffer): void {
    this.size += part.length;
    if (this.size > itemBytesMax) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The item, behind which stand so many bytes that are not its own. */
  take(behind: number): Item {
    if (this.size > itemBytesMax)
      return this.fail(`must have at most ${itemBytesMax} bytes, but has ${this.size}`, behind);
    const content = Buffer.concat(this.#parts);
    if (!isUtf8(content)) return this.fail("must be UTF-8", behind);
    const text = content.toString();
    return { ...this.#next(behind), text: this.#number === 1 ? text.replace(/^\u{FEFF}/u, "") : text };
  }

  fail(fault: string, behind = 0): Item {
    return { ...this.#next(behind), fault };
  }

  #next(behind: number) {
    this.#bytes += this.size + behind;
    this.#parts = [];
    this.size = 0;
    return { number: ++this.#number, isLine: this.#isLine, bytes: this.#bytes };
  }
}

function chunksOf(file: string, signal: AbortSignal | undefined): AsyncIterable<Buffer> {
  const stream = file === "-" ? process.stdin : createReadStream(file);
  return signal === undefined ? stream : addAbortSignal(signal, stream);
}
