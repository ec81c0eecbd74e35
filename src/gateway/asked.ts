import { invalid } from "../error.ts";
import { isObject, type JsonObject } from "./chat/json.ts";

/** What routing needs to know of a request, and all of it as parsed. */
export type Asked = { json: JsonObject; model: string; stream: boolean };

/** Reads a caller's body. Errors: invalid_argument, for what is no JSON object with a model's name. */
export function readAsked(body: Buffer): Asked {
  const json = parse(body);
  const { model, stream } = json;
  if (typeof model !== "string" || model === "") throw invalid("model", `must be a model's name, got ${shown(model)}`);
  if (stream !== undefined && stream !== null && typeof stream !== "boolean") {
    throw invalid("stream", `must be true or false, got ${shown(stream)}`);
  }
  if (!Array.isArray(json["messages"])) throw invalid("messages", `must be an array, got ${shown(json["messages"])}`);
  return { json, model, stream: stream === true };
}

function parse(body: Buffer): JsonObject {
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
  } catch {
    throw invalid("body", "is not valid JSON");
  }
  const value = json as JsonObject; // JSON.parse makes nothing else
  if (!isObject(value)) throw invalid("body", "must be a JSON object");
  return value;
}

/** A value as an error shows it: its kind, never a long text. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : JSON.stringify(value).slice(0, 100);
}
