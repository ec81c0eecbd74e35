import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { answerExample } from "./examples.ts";
import { commonHeaders, modelHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { modelFailures, type Dialect } from "./model-errors.ts";
import { anyObject } from "./schema.ts";

/**
 * The paths whose bodies are another's words: they pass as they are, and are open lists. OpenAI and Anthropic document
 * them; here stands what Cairn reads of them, and what it adds.
 */
export function modelPaths(): Record<string, JsonObject> {
  return {
    "/v1/chat/completions": { post: chatCompletion },
    "/v1/messages": { post: message },
    "/v1/messages/count_tokens": { post: tokenCount },
  };
}

const header = (name: string, description: string, example: JsonValue, schema: JsonObject): JsonObject => ({
  name,
  in: "header",
  description,
  schema,
  example,
});

export const userHeader = header(
  "X-Cairn-User",
  "User whose memory is used, unless the key is bound to a user. Default: the `user` of a request to a model.",
  "ana",
  { type: "string", minLength: 1, maxLength: 200 },
);

const identity = [
  userHeader,
  header(
    "X-Session-Id",
    "The session in which the conversation is stored. Default: it is recognized by its messages.",
    "monday",
    { type: "string" },
  ),
];

const askedMemory = [
  header(
    "X-Cairn-Memory",
    "`read` stores nothing of the conversation; `off` does not retrieve anything new either.",
    "read",
    {
      type: "string",
      enum: ["on", "read", "off"],
      default: "on",
    },
  ),
  header("X-Cairn-Memory-Budget", "Number of tokens of new memory in this request.", 800, {
    type: "integer",
    minimum: 0,
    maximum: 32_000,
    default: 1_500,
  }),
];

const model: JsonObject = {
  type: "string",
  description: "A model from `GET /v1/models`, `<provider>/<model>`, or `cairn/inspect`, which needs no provider.",
  pattern: "^[A-Za-z0-9._:/@-]{1,200}$",
};
const messages: JsonObject = { type: "array", items: anyObject, description: "The conversation." };
const stream: JsonObject = {
  type: "boolean",
  default: false,
  description: "Whether to stream the answer as server-sent events.",
};
const remembered = "adding the memories that bear on it; the conversation is remembered in turn";
const example = { model: "cairn/inspect", messages: [{ role: "user", content: "hello" }] };

const chatCompletion = operation("createChatCompletion", "Sends a request to a model in OpenAI's dialect", {
  dialect: "OpenAI",
  memory: remembered,
  parameters: [...identity, ...askedMemory],
  body: { required: ["model", "messages"], properties: { model, messages, stream } },
  example,
  answer: "A chat completion",
  isStreamed: true,
});

const message = operation("createMessage", "Sends a request to a model in Anthropic's dialect", {
  dialect: "Anthropic",
  memory: remembered,
  parameters: [...identity, ...askedMemory],
  body: { required: ["model", "messages", "max_tokens"], properties: { model, messages, stream, max_tokens: count() } },
  example: { ...example, max_tokens: 100 },
  answer: "A message",
  isStreamed: true,
});

const tokenCount = operation("countMessageTokens", "Counts the tokens of a request in Anthropic's dialect", {
  dialect: "Anthropic",
  memory: "with the memory that earlier turns of its conversation were shown; no search is made, and nothing is stored",
  parameters: identity,
  body: { required: ["model", "messages"], properties: { model, messages } },
  example,
  answer: "The count",
  schema: { type: "object", required: ["input_tokens"], properties: { input_tokens: count() } },
  isStreamed: false,
});

function count(): JsonObject {
  return { type: "integer", minimum: 0 };
}

type Described = {
  dialect: Dialect;
  /** What memory has to do with it. */
  memory: string;
  parameters: JsonObject[];
  body: JsonObject;
  example: JsonObject;
  answer: string;
  schema?: JsonObject;
  isStreamed: boolean;
};

function operation(
  operationId: string,
  summary: string,
  { dialect, memory, parameters, body, example, answer, ...more }: Described,
): JsonObject {
  const schema = { ...anyObject, ...body };
  const content: JsonObject = {
    "application/json": { schema: more.schema ?? anyObject, ...shown(operationId) },
  };
  if (more.isStreamed) content["text/event-stream"] = { schema: { type: "string" }, ...shown(`${operationId}.stream`) };
  const headers = [...commonHeaders, ...(dialect === "Anthropic" ? ["Request-Id"] : []), ...modelHeaders];
  const ours = "Members that Cairn does not know are passed to the provider. Errors have the dialect's own form.";
  return {
    operationId,
    tags: ["GatewayService"],
    summary,
    description: `${summary}, ${memory}. ${ours}`,
    parameters,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "200": {
        description: `${answer}, in the dialect of the path, whichever provider answers.`,
        headers: headerRefs(headers),
        content,
      },
      ...modelFailures(dialect),
    },
  };
}

function shown(name: string): JsonObject {
  const example = answerExample(name);
  return example === undefined ? {} : { example };
}
