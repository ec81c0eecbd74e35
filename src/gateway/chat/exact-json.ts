import { chatDepthMax, jsonText } from "../../json-text.ts";
import type { JsonObject, JsonValue } from "../../json.ts";

declare global {
  /** What Node has and TypeScript's library does not know yet. */
  interface JSON {
    parse(
      text: string,
      reviver: (name: string, value: JsonValue, context: { source?: string }) => JsonValue,
    ): JsonValue;
    rawJSON(text: string): JsonObject;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * `JSON.parse`, but numbers that a double does not hold, such as ids of 64 bits, stay what was written: objects that
 * `JSON.stringify` writes as those numbers again.
 */
export function parseExact(text: string): JsonValue {
  if (!hasLongNumber(text)) return JSON.parse(text) as JsonValue; // it makes nothing else
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined && !isHeld(value, source) ? JSON.rawJSON(source) : value,
  );
}

/** Nothing for what is not JSON. */
export function tryParse(text: string): JsonValue | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** The same for what a caller may have made for it to take long: nothing for what holds too many values, or is too deep. */
export function tryParseBounded(text: string): JsonValue | undefined {
  try {
    jsonText(Buffer.from(text), chatDepthMax); // what is deeper can be parsed, but not be written again
  } catch {
    return undefined;
  }
  return tryParse(text);
}

/** Whether there may be such a number; a text of digits counts too. */
export function hasLongNumber(text: string): boolean {
  return /\d{16}|\d[eE]\+?\d{3}/u.test(text);
}

/** Whether an object is such a number, and so has no members. */
export function isRawNumber(value: JsonValue): boolean {
  return JSON.isRawJSON(value);
}

function isHeld(value: number, source: string): boolean {
  return /^-?\d+$/u.test(source) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
