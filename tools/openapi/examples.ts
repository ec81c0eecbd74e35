import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** What was asked and what the server said: test/examples asks it again and compares. */
export type Example = { operation: string; request: JsonObject; answer: JsonValue };

const examples = read<Example[]>("examples.json");
const errors = read<Record<string, JsonObject>>("error-examples.json");

/** Undefined of an operation that nobody has asked yet. */
export function exampleOf(operation: string): Example | undefined {
  return examples.find((each) => each.operation === operation);
}

/** Of an error, by the name of its response. */
export function errorExample(name: string): JsonObject | undefined {
  return errors[name];
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as T; // our own files
}
