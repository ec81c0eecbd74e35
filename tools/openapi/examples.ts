import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** What was asked and what the server said: test/examples asks it again and compares. */
export type Example = {
  operation: string;
  request: JsonObject;
  answer: JsonValue;
  /** What was said in other requests. */
  more?: JsonObject;
};

const examples = read<Example[]>("examples.json");
const answers = read<Record<string, JsonValue>>("answer-examples.json");
const errors = read<Record<string, JsonObject>>("error-examples.json");
const refusals = read<Record<string, Record<string, JsonObject>>>("refusal-examples.json");

/** Undefined of an operation that nobody has asked yet. */
export function exampleOf(operation: string): Example | undefined {
  return examples.find((each) => each.operation === operation);
}

/** Of an operation that is no RPC: its answer, and under `<operation>.stream` the same as a stream. */
export function answerExample(name: string): JsonValue | undefined {
  return answers[name];
}

/** Of an error that is in another's form, such as OpenAI's, by its status. */
export function refusalExample(form: string, status: string): JsonObject | undefined {
  return refusals[form]?.[status];
}

/** Of an error, by the name of its response. */
export function errorExample(name: string): JsonObject | undefined {
  return errors[name];
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as T; // our own files
}
