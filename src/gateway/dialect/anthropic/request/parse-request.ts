import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest, SystemBlock, Turn } from "../../../chat/request.ts";
import {
  foreignMembers,
  optional,
  readEach,
  readFlag,
  readInteger,
  readName,
  readNumber,
  readObject,
  readOneOf,
  readText,
} from "../../request/read-member.ts";
import { parseAnswerFormat } from "./answer-schema.ts";
import { parseMessages } from "./parse-messages.ts";
import { parseCache } from "./parse-parts.ts";
import { parseReasoning } from "./reasoning.ts";
import { parseToolChoice, parseTools } from "./tools.ts";

/** What is read below; all else is foreign. */
const known = new Set([
  "cache_control",
  "max_tokens",
  "messages",
  "metadata",
  "model",
  "output_config",
  "stop_sequences",
  "stream",
  "system",
  "temperature",
  "thinking",
  "tool_choice",
  "tools",
  "top_k",
  "top_p",
]);

const knownOfOutput = new Set(["effort", "format"]);

/** What says only what would be anyway. */
const defaults: JsonObject = { service_tier: "auto", speed: "standard" };

/** A body of `POST /v1/messages`. Errors: invalid_argument, which names the member. */
export function parseRequest(body: JsonObject): ChatRequest {
  const foreign = foreignMembers(body, known, defaults);
  const turns = parseMessages(body["messages"], foreign);
  const tools = parseTools(body["tools"], foreign);
  const output = optional(readObject)(body["output_config"], "output_config") ?? {};
  for (const name of Object.keys(foreignMembers(output, knownOfOutput))) foreign[`output_config.${name}`] = true;
  const metadata = optional(readObject)(body["metadata"], "metadata");
  return {
    model: readName(body["model"], "model"),
    system: parseSystem(body["system"]),
    turns: withCacheAtEnd(turns, body),
    tools,
    toolChoice: parseToolChoice(body["tool_choice"], tools, foreign),
    maxTokens: readInteger(0)(body["max_tokens"], "max_tokens"),
    temperature: optional(readNumber(0, 1))(body["temperature"], "temperature"),
    topP: optional(readNumber(0, 1))(body["top_p"], "top_p"),
    topK: optional(readInteger(0))(body["top_k"], "top_k"),
    stop: optional(readEach(readText))(body["stop_sequences"], "stop_sequences") ?? [],
    answerFormat: parseAnswerFormat(output["format"]),
    reasoning: parseReasoning(body["thinking"], output["effort"], foreign),
    endUser: optional(readText)(metadata?.["user_id"], "metadata.user_id"),
    stream: optional(readFlag)(body["stream"], "stream") ?? false,
    streamUsage: true,
    foreign,
  };
}

function parseSystem(value: JsonValue | undefined): SystemBlock[] {
  if (typeof value === "string") return value === "" ? [] : [{ text: value }];
  const readBlock = (element: JsonValue | undefined, path: string) => {
    const block = readObject(element, path);
    readOneOf("text")(block["type"], `${path}.type`);
    return { text: readText(block["text"], `${path}.text`), ...parseCache(block, path) };
  };
  return (optional(readEach(readBlock))(value, "system") ?? []).filter(({ text }) => text !== "");
}

/** `cache_control` of the whole request is a breakpoint behind its last part. */
function withCacheAtEnd(turns: Turn[], body: JsonObject): Turn[] {
  const { cache } = parseCache(body, "");
  const last = turns.at(-1);
  const part = last?.parts.at(-1);
  if (!cache || !last || !part || part.cache) return turns;
  return [...turns.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), { ...part, cache }] }];
}
