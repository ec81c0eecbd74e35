import { invalid } from "../error.ts";
import { chatDepthMax, jsonText } from "../json-text.ts";
import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import type { ChatRequest } from "./chat/request.ts";
import { callerDialects } from "./dialect/dialects.ts";
import { optional, readArray, readFlag, refuse } from "./dialect/request/read-member.ts";
import type { GatewayRequest } from "./exchange.ts";
import { lazy } from "./lazy.ts";
import { memberOfOtherModels } from "./usage/other-models.ts";
import { entriesAt } from "./wire/spans.ts";

export type ParsedRequest = GatewayRequest &
  ParsedBody & {
    /** The request in no dialect, without memory. It is read when it is first needed, and once. Errors: invalid_argument. */
    chat(): ChatRequest;
  };

/** What routing needs to know of a body, and all of it as parsed. */
type ParsedBody = {
  json: JsonObject;
  model: string;
  stream: boolean;
  /** By which its provider may choose another model, where the body has such a member. */
  choosesBy?: string;
};

/** No conversation comes near: so many messages of twenty tokens are a million tokens. */
const partsMax = 50_000;

/**
 * What is read of a body that passes as bytes. A provider might read the first of two: then what a key's bounds are held
 * against, whose memory it is, or what is charged would not be what is asked.
 */
const steering = ["model", "messages", "stream", "system", "tools", "n", "user", "safety_identifier", "metadata"];
const steeringInMetadata = ["user_id"];

/** Errors: as `parseBody`. */
export function parsed(request: GatewayRequest): ParsedRequest {
  const body = parseBody(request.body);
  return { ...request, ...body, chat: lazy(() => callerDialects[request.dialect].parseRequest(body.json)) };
}

/** A caller's body. Errors: invalid_argument, for what is no JSON object with a model's name. */
export function parseBody(body: Buffer): ParsedBody {
  const json = parse(body);
  const { model } = json;
  if (typeof model !== "string" || model === "") refuse("model", "a model's name", model);
  const stream = optional(readFlag)(json["stream"], "stream") ?? false;
  checkCount(readMessages(json));
  const entries = entriesAt(body);
  const names = entries.map(([name]) => name);
  checkNames(names, steering);
  const metadata = entries.find(([name]) => name === "metadata")?.[1];
  if (metadata && isObject(json["metadata"])) {
    const inner = entriesAt(body, metadata.start).map(([name]) => name);
    checkNames(inner, steeringInMetadata, "metadata.");
  }
  const choosesBy = memberOfOtherModels(names.map(folded));
  return { json, model, stream, ...(choosesBy !== undefined && { choosesBy }) };
}

function readMessages({ messages, input }: JsonObject): JsonValue[] {
  const isForResponses = messages === undefined && input !== undefined;
  if (!isForResponses) return readArray(messages, "messages");
  throw invalid("messages", "must be an array, got nothing (`input` belongs to OpenAI's Responses API)");
}

function checkCount(messages: readonly JsonValue[]): void {
  const lengthOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.length : 0);
  let count = messages.length;
  for (const each of messages) if (isObject(each)) count += lengthOf(each["content"]) + lengthOf(each["tool_calls"]);
  if (count <= partsMax) return;
  throw invalid("messages", `must have at most ${partsMax} messages, parts and calls together, got ${count}`);
}

function checkNames(names: readonly string[], read: readonly string[], before = ""): void {
  const seen = new Set<string>();
  for (const name of names) {
    const known = folded(name);
    if (!read.includes(known)) continue;
    if (seen.has(name)) throw invalid(`${before}${name}`, "must be given only once");
    if (name !== known)
      throw invalid(`${before}${known}`, `must be spelled exactly like this, got ${JSON.stringify(name)}`);
    seen.add(name);
  }
}

/** Providers may read names without regard to case, and Unicode's other forms of a letter as the letter. */
function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

function parse(body: Buffer): JsonObject {
  const { text } = jsonText(body, chatDepthMax);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid("body", "must be valid JSON");
  }
  const value = json as JsonObject; // JSON.parse makes nothing else
  if (!isObject(value)) throw invalid("body", "must be a JSON object");
  return value;
}
