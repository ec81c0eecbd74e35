import { invalid } from "../../../error.ts";
import { isObject, longestShown, shown, type JsonObject, type JsonValue } from "../../../json.ts";
import { isRawNumber } from "../../chat/exact-json.ts";

/**
 * Reads the members of a caller's JSON. A reader is given the value and its path, such as `messages[3].content`, and
 * answers the value or throws invalid_argument that names the path, what is allowed, and what was given. `null` counts
 * as left out, as it does for the providers.
 */
export type Reader<T> = (value: JsonValue | undefined, path: string) => T;

/** A reader for what may be left out. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined || value === null ? undefined : reader(value, path));
}

export const readText: Reader<string> = (value, path) =>
  typeof value === "string" ? value : refuse(path, "a string", value);

/** Text of at least one character: a name or an id. */
export const readName: Reader<string> = (value, path) =>
  typeof value === "string" && value !== "" ? value : refuse(path, "a non-empty string", value);

export const readFlag: Reader<boolean> = (value, path) =>
  typeof value === "boolean" ? value : refuse(path, "true or false", value);

export const readObject: Reader<JsonObject> = (value, path) =>
  isObject(value) ? value : refuse(path, "an object", value);

export const readArray: Reader<JsonValue[]> = (value, path) =>
  Array.isArray(value) ? value : refuse(path, "an array", value);

/** A number in the range, both ends included. */
export function readNumber(min: number, max: number): Reader<number> {
  return (value, path) =>
    typeof value === "number" && value >= min && value <= max
      ? value
      : refuse(path, `a number from ${min} to ${max}`, value);
}

/** A whole number, not below `min`. */
export function readInteger(min: number): Reader<number> {
  return (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= min // a safe integer is a number
      ? (value as number)
      : refuse(path, Number.isFinite(min) ? `an integer of at least ${min}` : "an integer", value);
}

/** One of a closed list of words. */
export function readOneOf<T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value, path) => allowed.find((each) => each === value) ?? refuse(path, `one of ${allowed.join(", ")}`, value);
}

/** Each element with its path. */
export function readEach<T>(reader: Reader<T>): Reader<T[]> {
  return (value, path) => readArray(value, path).map((element, i) => reader(element, `${path}[${i}]`));
}

/** Throws: the path must be what is allowed, and is not. */
export function refuse(path: string, allowed: string, value: JsonValue | undefined): never {
  throw invalid(path, `must be ${allowed}, got ${value === undefined ? "nothing" : given(value)}`);
}

/** A value in few words, and a number that no double holds as it was written. */
function given(value: JsonValue): string {
  if (Array.isArray(value) && value.length === 0) return "an empty array";
  if (!isRawNumber(value)) return shown(value);
  const digits = JSON.stringify(value);
  return digits.length > longestShown ? "a number that is too large" : digits;
}

/** The object without the members that are undefined. */
export function compact(members: { [name: string]: JsonValue | undefined }): JsonObject {
  const said = Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(said);
}
