import type { JsonObject } from "@bufbuild/protobuf";
import { commonHeaders, modelHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { refusalExample } from "./examples.ts";

/** Whose words the errors of models are in: those of the path. */
export type Dialect = "OpenAI" | "Anthropic";

const descriptions: Readonly<Record<number, string>> = {
  400: "The request is not valid in the dialect, or for the provider.",
  401: "The key is missing or not valid.",
  403: "The key may not do this, or may not use this model.",
  404: "There is no such model; the message gives the nearest names.",
  413: "The body exceeds 32 MiB.",
  415: "The body is not JSON.",
  429: "A rate limit of the plan, a budget of the key, or the provider's own limit is exceeded.",
  500: "The server failed.",
  503: "The server has no key for the provider, cannot reach it, or is not using it for a while after failures.",
  504: "The request did not arrive, or the provider did not answer, in time.",
};

/** Those that may say when to try again. */
const mayWait = new Set(["429", "503", "default"]);

export function modelFailures(dialect: Dialect): JsonObject {
  const schema = { $ref: `#/components/schemas/${dialect}Error` };
  const own = dialect === "Anthropic" ? ["Request-Id"] : [];
  const failure = (description: string, status: string): JsonObject => {
    const example = refusalExample(dialect, status);
    const more = ["X-Should-Retry", ...(mayWait.has(status) ? ["Retry-After"] : [])];
    return {
      description,
      // A provider's error comes with what memory did before it was asked.
      headers: headerRefs([...commonHeaders, ...own, ...more, ...modelHeaders]),
      content: { "application/json": { schema, ...(example ? { example } : {}) } },
    };
  };
  return {
    ...Object.fromEntries(
      Object.entries(descriptions).map(([status, description]) => [status, failure(description, status)]),
    ),
    431: { $ref: "#/components/responses/HeadersTooLarge" },
    default: failure(
      "Any other answer of the provider, unchanged if the provider speaks the dialect of the path.",
      "default",
    ),
  };
}

export function modelErrorSchemas(): JsonObject {
  const text = { type: "string" };
  return {
    OpenAIError: {
      type: "object",
      description: "An error in OpenAI's dialect.",
      required: ["error"],
      properties: {
        error: {
          type: "object",
          required: ["message"],
          properties: { message: text, type: optional(), param: optional(), code: optional() },
        },
      },
    },
    AnthropicError: {
      type: "object",
      description: "An error in Anthropic's dialect.",
      required: ["type", "error"],
      properties: {
        type: { const: "error" },
        error: { type: "object", required: ["type", "message"], properties: { type: text, message: text } },
        request_id: text,
      },
    },
  };
}

/** Without a type: not all generators can write two of them. */
function optional(): JsonObject {
  return { description: "A text; from some providers a number, or null." };
}
