import { invalid } from "../error.ts";
import { isObject, type JsonObject } from "../json.ts";
import { entriesAt } from "./wire/spans.ts";

/** What routing needs to know of a request, and all of it as parsed. */
export type Asked = { json: JsonObject; model: string; stream: boolean };

/** A provider might read the first of two: then what we read, and hold a key's bounds against, would not be what is asked. */
const steering = ["model", "messages", "stream", "system", "tools"];

/** Reads a caller's body. Errors: invalid_argument, for what is no JSON object with a model's name. */
export function readAsked(body: Buffer): Asked {
  const json = parse(body);
  const { model, stream } = json;
  if (typeof model !== "string" || model === "") throw invalid("model", `must be a model's name, got ${shown(model)}`);
  if (stream !== undefined && stream !== null && typeof stream !== "boolean") {
    throw invalid("stream", `must be true or false, got ${shown(stream)}`);
  }
  if (!Array.isArray(json["messages"])) throw invalid("messages", `must be an array, got ${shownMessages(json)}`);
  checkNames(entriesAt(body).map(([name]) => name));
  return { json, model, stream: stream === true };
}

/** Providers may read names without regard to case, and Unicode's other forms of a letter as the letter. */
function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.normalize("NFKC").toLowerCase();
    if (!steering.includes(folded)) continue;
    if (seen.has(name)) throw invalid(name, "must stand in the body once");
    if (name !== folded) throw invalid(folded, `must be spelled so, got ${JSON.stringify(name)}`);
    seen.add(name);
  }
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

/** Some clients send what the Responses API takes. */
function shownMessages({ messages, input }: JsonObject): string {
  return messages === undefined && input !== undefined
    ? "nothing, and `input` belongs to the Responses API"
    : shown(messages);
}

/** A value as an error shows it: its kind, never a long text. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : JSON.stringify(value).slice(0, 100);
}
