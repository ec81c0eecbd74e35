import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { Violations } from "../rest/transcode/json/violations.ts";
import type { Schema } from "./schema.ts";

/** Arguments as a tool takes them, from what a model said. Errors: invalid_argument, for names that the tool does not have. */
export function argumentsOf(given: JsonObject, schema: Schema): JsonObject {
  checkNames(given, schema);
  const fitting = Object.entries(given)
    .filter((each) => isSaid(each, schema))
    .map(([name, value]) => [name, fitted(value, (schema.properties[name] as JsonObject)["type"])] as const);
  return Object.fromEntries(fitting);
}

/** An RPC may have members that are not for a model to say, such as whose memory it is. */
function checkNames(given: JsonObject, { properties }: Schema): void {
  const violations = new Violations();
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(properties, name)) continue;
    violations.add(name.slice(0, 60), `unknown member; allowed: ${Object.keys(properties).join(", ")}`);
  }
  violations.throwIfAny();
}

/** A model says null for what it leaves to its default, or "" where that is a text. */
function isSaid([name, value]: [string, JsonValue], { required = [] }: Schema): boolean {
  return value !== null && (value !== "" || required.includes(name));
}

/** Longer than any such text, in characters. One of megabytes would hold the event loop while it is parsed. */
const parsedMax = 16_384;

/** Some models, and clients between, write as a text what is none: "5", "true", "[\"signals\"]", or one item in place of a list. */
function fitted(value: JsonValue, type: unknown): JsonValue {
  if (typeof value !== "string" || type === "string") return value;
  const read = parsed(value);
  if (type === "array") return Array.isArray(read) ? read : [value];
  return typeof read === "number" || typeof read === "boolean" ? read : value;
}

function parsed(text: string): JsonValue | undefined {
  if (text.length > parsedMax) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
