import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest } from "../../../chat/request.ts";
import { Members } from "../../request/members.ts";
import {
  optional,
  readEach,
  readFlag,
  readInteger,
  readName,
  readNumber,
  readObject,
  readText,
} from "../../request/read-member.ts";
import { parseAnswerFormat } from "./answer-schema.ts";
import { modernise, usesFunctions } from "./legacy-functions.ts";
import { parseMessages } from "./parse-messages.ts";
import { parseReasoning } from "./reasoning.ts";
import { parseToolChoice, parseTools } from "./tools.ts";

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
  const asked = new Members(modernise(body));
  /** What no other dialect has inside the members that are read. */
  const inner: JsonObject = {};
  const { system, turns } = parseMessages(asked.take("messages"), inner);
  const tools = parseTools(asked.take("tools"), inner);
  const request = {
    model: asked.read("model", readName),
    system,
    turns,
    tools,
    toolChoice: parseToolChoice(asked, tools),
    temperature: asked.read("temperature", optional(readNumber(0, 2))),
    topP: asked.read("top_p", optional(readNumber(0, 1))),
    seed: asked.read("seed", optional(readInteger(-Infinity))),
    frequencyPenalty: asked.read("frequency_penalty", optional(readNumber(-2, 2))),
    presencePenalty: asked.read("presence_penalty", optional(readNumber(-2, 2))),
    maxTokens: parseMaxTokens(asked),
    stop: parseStop(asked.take("stop")),
    answerFormat: parseAnswerFormat(asked.take("response_format"), inner),
    reasoning: parseReasoning(asked.take("reasoning_effort")),
    endUser: parseEndUser(asked),
    ...parseStream(asked),
    ...(usesFunctions(body) && { functionCalls: true }),
  };
  return { ...request, foreign: { ...asked.others(defaults), ...inner } };
}

function parseMaxTokens(asked: Members): number | undefined {
  const old = asked.read("max_tokens", optional(readInteger(1)));
  return asked.read("max_completion_tokens", optional(readInteger(1))) ?? old;
}

function parseStop(stop: JsonValue | undefined): string[] {
  if (typeof stop === "string") return [stop];
  return optional(readEach(readText))(stop, "stop") ?? [];
}

function parseEndUser(asked: Members): string | undefined {
  const [identifier, user] = [asked.take("safety_identifier"), asked.take("user")];
  return optional(readText)(identifier ?? user, "user");
}

function parseStream(asked: Members) {
  const stream = asked.read("stream", optional(readFlag)) ?? false;
  const options = asked.read("stream_options", optional(readObject));
  const includeUsage = optional(readFlag)(options?.["include_usage"], "stream_options.include_usage");
  return { stream, streamUsage: includeUsage ?? false };
}
