import type { JsonObject } from "@bufbuild/protobuf";
import { commonHeaders, headerRefs } from "./errors.ts";
import { errorExample } from "./examples.ts";

/** Whose words the errors of models are in: those of the path. */
export type Dialect = "OpenAI" | "Anthropic";

const descriptions: Readonly<Record<number, string>> = {
  400: "The request is not what the dialect, or the provider, takes.",
  401: "No key, or none that is good.",
  403: "The key may not do this, or not ask for this model.",
  404: "No such model; the nearest names are told.",
  408: "The request did not arrive in time.",
  413: "The body is above 32 MiB.",
  415: "The body is not JSON.",
  429: "A window of the plan, a budget of the key, or the provider's own limit is spent.",
  500: "A fault of the server.",
  503: "The provider has no key here, cannot be reached, or is left alone for a while.",
  504: "The provider did not answer in time.",
};

export function modelFailures(dialect: Dialect): JsonObject {
  const schema = { $ref: `#/components/schemas/${dialect}Error` };
  const failure = (description: string, status?: number): JsonObject => {
    const example = status === 404 ? errorExample(`${dialect}NotFound`) : undefined;
    const headers = [...commonHeaders, ...(status === 429 || status === 503 ? ["Retry-After"] : [])];
    return {
      description,
      headers: headerRefs(headers),
      content: { "application/json": { schema, ...(example ? { example } : {}) } },
    };
  };
  return {
    ...Object.fromEntries(
      Object.entries(descriptions).map(([status, description]) => [status, failure(description, Number(status))]),
    ),
    default: failure("What else the provider answers, in its own words where it speaks the dialect of the path."),
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

function optional(): JsonObject {
  return { type: ["string", "number", "null"] };
}
