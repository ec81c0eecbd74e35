const quote = 0x22;
const backslash = 0x5c;

/**
 * How many members the objects of a JSON text name, counted in its bytes, before it is parsed: a few bytes of brackets
 * are parsed to a hundred times their room. The text need not be valid. `undefined`: it is nested deeper than `depthMax`.
 */
export function countMembers(bytes: Buffer, depthMax: number): number | undefined {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case 0x3a: // :
        members++;
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > depthMax) return undefined;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
    }
  }
  return members;
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
