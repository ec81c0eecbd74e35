import { createReadStream } from "node:fs";

/** `bytes` is how far the file is read when the line ends. */
export type Line = { line: number; text: string; bytes: number };

/**
 * The lines of a file; - is standard input. Only \n ends one: Node's readline takes U+2028 and U+2029 for ends too, which
 * JSON may have within a text.
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let [line, bytes] = [0, 0];
  let parts: string[] = [];
  const next = (): Line => {
    const text = parts.join("");
    parts = [];
    bytes += Buffer.byteLength(text) + 1;
    return { line: ++line, text, bytes };
  };
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      parts.push(chunk.slice(from, end));
      yield next();
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.slice(from));
  }
  if (parts.length > 0) yield next();
}

function chunksOf(file: string): AsyncIterable<string> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  return input.setEncoding("utf8");
}
