import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { addAbortSignal } from "node:stream";

/** `text` is undefined where it is not UTF-8. `bytes` is how far the file is read when the line ends. */
export type Line = { line: number; text: string | undefined; bytes: number };

const lineFeed = 0x0a;

/**
 * The lines of a file; - is standard input. Only \n ends one: Node's readline takes U+2028 and U+2029 for ends too, which
 * JSON may have within a text. A byte order mark before the first is left out. The signal ends waiting for more: AbortError.
 */
export async function* readLines(file: string, signal?: AbortSignal): AsyncGenerator<Line> {
  let [line, bytes] = [0, 0];
  let parts: Buffer[] = [];
  const next = (): Line => {
    const content = Buffer.concat(parts);
    parts = [];
    bytes += content.length + 1;
    return { line: ++line, text: textOf(content, line), bytes };
  };
  for await (const chunk of chunksOf(file, signal)) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      parts.push(chunk.subarray(from, end));
      yield next();
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield next();
}

function textOf(content: Buffer, line: number): string | undefined {
  if (!isUtf8(content)) return undefined;
  const text = content.toString();
  return line === 1 ? text.replace(/^\u{FEFF}/u, "") : text;
}

function chunksOf(file: string, signal: AbortSignal | undefined): AsyncIterable<Buffer> {
  const stream = file === "-" ? process.stdin : createReadStream(file);
  return signal === undefined ? stream : addAbortSignal(signal, stream);
}
