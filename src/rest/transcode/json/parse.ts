import type { JsonValue } from "@bufbuild/protobuf";
import { AppError } from "../../../error.ts";
import { endOfString, jsonText } from "../../../json-text.ts";

/** Objects and arrays within one another, at most. */
const depthMax = 64;

const quote = 0x22;
const colon = 0x3a;

/** The text of a request's JSON. Errors: as `jsonText`. */
export function textOfRequest(bytes: Buffer): { text: string; members: number } {
  return jsonText(bytes, depthMax);
}

/** Parses a request body. Errors: as `textOfRequest`; invalid_argument, also for an object that names a member twice. */
export function parseJson(bytes: Buffer): JsonValue {
  const { text, members } = textOfRequest(bytes);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : String(error));
  }
  // A member that is given twice is one in the value, but two in the text.
  if (countKeys(value) !== members) throw malformed(`the member ${findDuplicate(bytes)} is given twice`);
  return value;
}

function malformed(reason: string): AppError {
  return new AppError("invalid_argument", `the body is not valid JSON: ${reason}`);
}

function countKeys(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  const keys = Object.keys(value);
  for (const key of keys) count += countKeys(value[key] ?? null);
  return count + keys.length;
}

/** The first member, in quotes, that its object names twice. The text is valid JSON that has one. */
function findDuplicate(bytes: Buffer): string {
  const open: Set<string>[] = [];
  let name = "";
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        const end = endOfString(bytes, at);
        name = bytes.toString("utf8", at, end + 1);
        at = end;
        break;
      }
      case colon: {
        const members = open.at(-1);
        const key = String(JSON.parse(name));
        if (members?.has(key)) return name.length <= 60 ? name : `${name.slice(0, 56)}..."`;
        members?.add(key);
        break;
      }
      case 0x7b: // {
        open.push(new Set());
        break;
      case 0x7d: // }
        open.pop();
        break;
    }
  }
  return "of an object";
}
