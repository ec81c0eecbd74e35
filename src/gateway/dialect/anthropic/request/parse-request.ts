import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest, SystemBlock, Turn } from "../../../chat/request.ts";
import { Members } from "../../request/members.ts";
import {
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
import { cacheIn, parseCache } from "./parse-parts.ts";
import { parseReasoning } from "./reasoning.ts";
import { parseToolChoice, parseTools } from "./tools.ts";

/** What says only what would be anyway. */
const defaults: JsonObject = { service_tier: "auto", speed: "standard" };

/** A body of `POST /v1/messages`. Errors: invalid_argument, which names the member. */
export function parseRequest(body: JsonObject): ChatRequest {
  const asked = new Members(body);
  /** What no other dialect has inside the members that are read. */
  const inner: JsonObject = {};
  const turns = parseMessages(asked.take("messages"), inner);
  const tools = parseTools(asked.take("tools"), inner);
  const output = new Members(asked.read("output_config", optional(readObject)) ?? {});
  const [format, effort] = [output.take("format"), output.take("effort")];
  for (const name of Object.keys(output.others())) inner[`output_config.${name}`] = true;
  const metadata = asked.read("metadata", optional(readObject));
  const request = {
    model: asked.read("model", readName),
    system: parseSystem(asked.take("system")),
    turns: withCacheAtEnd(turns, asked.take("cache_control")),
    tools,
    toolChoice: parseToolChoice(asked.take("tool_choice"), tools, inner),
    maxTokens: asked.read("max_tokens", readInteger(0)),
    temperature: asked.read("temperature", optional(readNumber(0, 1))),
    topP: asked.read("top_p", optional(readNumber(0, 1))),
    topK: asked.read("top_k", optional(readInteger(0))),
    stop: asked.read("stop_sequences", optional(readEach(readText))) ?? [],
    answerFormat: parseAnswerFormat(format),
    reasoning: parseReasoning(asked.take("thinking"), effort, inner),
    endUser: optional(readText)(metadata?.["user_id"], "metadata.user_id"),
    stream: asked.read("stream", optional(readFlag)) ?? false,
    streamUsage: true,
  };
  return { ...request, foreign: { ...asked.others(defaults), ...inner } };
}

function parseSystem(value: JsonValue | undefined): SystemBlock[] {
  if (typeof value === "string") return value === "" ? [] : [{ text: value }];
  const readBlock = (element: JsonValue | undefined, path: string) => {
    const block = readObject(element, path);
    readOneOf("text")(block["type"], `${path}.type`);
    return { text: readText(block["text"], `${path}.text`), cache: cacheIn(block, path) };
  };
  return (optional(readEach(readBlock))(value, "system") ?? []).filter(({ text }) => text !== "");
}

/** `cache_control` of the whole request is a breakpoint after its last part. */
function withCacheAtEnd(turns: Turn[], control: JsonValue | undefined): Turn[] {
  const cache = parseCache(control, "cache_control");
  const last = turns.at(-1);
  const part = last?.parts.at(-1);
  if (!cache || !last || !part || part.cache) return turns;
  return [...turns.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), { ...part, cache }] }];
}
