import type { JsonObject } from "../../../../json.ts";
import type { ChatRequest } from "../../../chat/request.ts";
import {
  foreignMembers,
  optional,
  readEach,
  readFlag,
  readInteger,
  readName,
  readNumber,
  readObject,
  readText,
} from "../../request/read-member.ts";
import { modernise, usesFunctions } from "./legacy-functions.ts";
import { parseAnswerFormat } from "./answer-schema.ts";
import { parseMessages } from "./parse-messages.ts";
import { parseReasoning } from "./reasoning.ts";
import { parseToolChoice, parseTools } from "./tools.ts";

/** What is read below; all else is foreign. */
const known = new Set([
  "frequency_penalty",
  "max_completion_tokens",
  "max_tokens",
  "messages",
  "model",
  "parallel_tool_calls",
  "presence_penalty",
  "reasoning_effort",
  "response_format",
  "safety_identifier",
  "seed",
  "stop",
  "stream",
  "stream_options",
  "temperature",
  "tool_choice",
  "tools",
  "top_p",
  "user",
]);

/** What says only what would be anyway. */
const defaults: JsonObject = {
  n: 1,
  logprobs: false,
  store: false,
  modalities: ["text"],
  service_tier: "auto",
  logit_bias: {},
  metadata: {},
};

/** A body of `POST /v1/chat/completions`. Errors: invalid_argument, which names the member. */
export function parseRequest(body: JsonObject): ChatRequest {
  const asked = modernise(body);
  const foreign = foreignMembers(asked, known, defaults);
  const { system, turns } = parseMessages(asked["messages"], foreign);
  const tools = parseTools(asked["tools"], foreign);
  return {
    model: readName(asked["model"], "model"),
    system,
    turns,
    tools,
    toolChoice: parseToolChoice(asked, tools),
    ...parseSampling(asked),
    maxTokens: parseMaxTokens(asked),
    stop: parseStop(asked),
    answerFormat: parseAnswerFormat(asked["response_format"], foreign),
    reasoning: parseReasoning(asked["reasoning_effort"]),
    endUser: optional(readText)(asked["safety_identifier"] ?? asked["user"], "user"),
    ...parseStream(asked),
    ...(usesFunctions(body) && { functionCalls: true }),
    foreign,
  };
}

function parseSampling(asked: JsonObject) {
  return {
    temperature: optional(readNumber(0, 2))(asked["temperature"], "temperature"),
    topP: optional(readNumber(0, 1))(asked["top_p"], "top_p"),
    seed: optional(readInteger(-Infinity))(asked["seed"], "seed"),
    frequencyPenalty: optional(readNumber(-2, 2))(asked["frequency_penalty"], "frequency_penalty"),
    presencePenalty: optional(readNumber(-2, 2))(asked["presence_penalty"], "presence_penalty"),
  };
}

function parseMaxTokens(asked: JsonObject): number | undefined {
  const old = optional(readInteger(1))(asked["max_tokens"], "max_tokens");
  return optional(readInteger(1))(asked["max_completion_tokens"], "max_completion_tokens") ?? old;
}

function parseStop({ stop }: JsonObject): string[] {
  if (typeof stop === "string") return [stop];
  return optional(readEach(readText))(stop, "stop") ?? [];
}

function parseStream(asked: JsonObject) {
  const stream = optional(readFlag)(asked["stream"], "stream") ?? false;
  const options = optional(readObject)(asked["stream_options"], "stream_options");
  const includeUsage = optional(readFlag)(options?.["include_usage"], "stream_options.include_usage");
  return { stream, streamUsage: includeUsage ?? false };
}
