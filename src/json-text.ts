import { isUtf8 } from "node:buffer";
import { invalid } from "./error.ts";

const quote = 0x22;
const backslash = 0x5c;

/**
 * A text holds the event loop by what it says, more than by its bytes: 16 MiB of brackets are parsed for seconds. No
 * request comes near, for a conversation of so many values would be a million tokens.
 */
export const valuesMax = 1_000_000;

/** Deeper than any request to a model is nested; code that walks through one later may recurse that deep. */
export const chatDepthMax = 200;

/**
 * A JSON body as text, which may be parsed: it need not be valid. `members`: how many its objects name. Errors:
 * invalid_argument for what is no UTF-8, is nested deeper than `depthMax`, or holds too many values.
 */
export function jsonText(bytes: Buffer, depthMax: number): { text: string; members: number } {
  if (!isUtf8(bytes)) throw invalid("body", "must be valid UTF-8");
  const { members, values } = countJson("body", bytes, depthMax);
  if (values > valuesMax) throw invalid("body", `must hold at most ${valuesMax} values, got ${values}`);
  return { text: bytes.toString("utf8"), members };
}

/** Errors: invalid_argument for what is nested deeper than `depthMax`. It need not be JSON. */
export function checkDepth(field: string, bytes: Buffer, depthMax: number): void {
  countJson(field, bytes, depthMax);
}

/** `values`: how many there are, an empty array or object counted for two. */
function countJson(field: string, bytes: Buffer, depthMax: number): { members: number; values: number } {
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
        if (++depth > depthMax) throw invalid(field, `must be nested at most ${depthMax} levels deep`);
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
