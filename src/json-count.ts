const quote = 0x22;
const backslash = 0x5c;

/** `members`: how many its objects name; `values`: how many it holds, an empty array or object for two. */
export type JsonCount = { members: number; values: number };

/**
 * What a JSON text holds, counted in its bytes, before it is parsed: a few bytes of brackets are parsed to a hundred times
 * their room. The text need not be valid. `undefined`: it is nested deeper than `depthMax`.
 */
export function countJson(bytes: Buffer, depthMax: number): JsonCount | undefined {
  let members = 0;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case 0x3a: // :
        members++;
        break;
      case 0x2c: // ,
        values++;
        break;
      case 0x7b: // {
      case 0x5b: // [
        values++;
        if (++depth > depthMax) return undefined;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
    }
  }
  return { members, values };
}

/** Where the string that begins at `start` ends; the end of the text if it does not. */
export function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}
