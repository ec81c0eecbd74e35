import { fails, type Told } from "../fails.ts";
import type { Caller, Upstream } from "../column.ts";
import type { Row } from "../row.ts";

type Said = { openai: [type: string, code: string | null]; anthropic: string; gemini: string };
type Words = Record<Caller, { type: string; code?: string | null; status?: number }>;
type Passed = { status: number; headers?: Record<string, string>; message: string; said: Said; heard: Words };

/** A row of an error that is passed on: as each provider says it, and as its callers hear it. */
function passes(name: string, { message, status, said, heard: words, headers = {} }: Passed): Row {
  const [type, code] = said.openai;
  const body = {
    openai: { error: { message, type, param: null, code } },
    anthropic: { type: "error", error: { type: said.anthropic, message }, request_id: "req_1" },
    gemini: { error: { code: status, message, status: said.gemini } },
  } satisfies Record<Upstream, object>;
  return fails(name, { status, body, headers, heard: heard(message, status, words) });
}

function heard(message: string, status: number, words: Words): Told {
  const { openai, anthropic } = words;
  return {
    openai: { status: openai.status ?? status, error: { message, type: openai.type, code: openai.code ?? null } },
    anthropic: { status: anthropic.status ?? status, error: { type: anthropic.type, message } },
  };
}

const waits = { "retry-after": "30" };
const tooLong = "prompt is too long: 200001 tokens > 200000 maximum";
const refused = (upstream: Upstream) => {
  const provider = upstream === "gemini" ? "google" : upstream;
  return `the provider "${provider}" refused the API key that this server uses: check ${upstream.toUpperCase()}_API_KEY`;
};

export const errorRows: readonly Row[] = [
  passes("400: the request is wrong", {
    status: 400,
    message: tooLong,
    said: { openai: ["invalid_request_error", null], anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT" },
    heard: {
      openai: { type: "invalid_request_error" },
      anthropic: { type: "invalid_request_error" },
    },
  }),
  fails("401: the provider refuses the server's key, which is not the caller's", {
    status: { openai: 401, anthropic: 401, gemini: 400 },
    body: {
      openai: { error: { message: "Incorrect API key provided: sk-op*nai.", code: "invalid_api_key" } },
      anthropic: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      gemini: {
        error: {
          code: 400,
          message: "API key not valid.",
          status: "INVALID_ARGUMENT",
          details: [{ reason: "API_KEY_INVALID" }],
        },
      },
    },
    ours: true,
    heard: ({ upstream }) =>
      heard(refused(upstream), 503, {
        openai: { type: "server_error", code: "unavailable" },
        anthropic: { type: "api_error" },
      }),
  }),
  passes("403: the provider forbids it", {
    status: 403,
    message: "not here",
    said: { openai: ["permission_error", null], anthropic: "permission_error", gemini: "PERMISSION_DENIED" },
    heard: {
      openai: { type: "permission_error", code: "permission_denied" },
      anthropic: { type: "permission_error" },
    },
  }),
  passes("404: the provider has no such model", {
    status: 404,
    message: "no such model",
    said: { openai: ["invalid_request_error", "model_not_found"], anthropic: "not_found_error", gemini: "NOT_FOUND" },
    heard: {
      openai: { type: "invalid_request_error", code: "not_found" },
      anthropic: { type: "not_found_error" },
    },
  }),
  passes("413: the request is too large", {
    status: 413,
    message: "too large",
    said: { openai: ["invalid_request_error", null], anthropic: "request_too_large", gemini: "INVALID_ARGUMENT" },
    heard: {
      openai: { type: "invalid_request_error", code: "request_too_large" },
      anthropic: { type: "request_too_large" },
    },
  }),
  passes("429: too many requests, and when to come again", {
    status: 429,
    headers: { ...waits, "retry-after-ms": "30000", "x-should-retry": "false" },
    message: "slow down",
    said: { openai: ["requests", "rate_limit_exceeded"], anthropic: "rate_limit_error", gemini: "RESOURCE_EXHAUSTED" },
    heard: {
      openai: { type: "rate_limit_error", code: "rate_limit_exceeded" },
      anthropic: { type: "rate_limit_error" },
    },
  }),
  passes("500: the provider failed", {
    status: 500,
    message: "oh no",
    said: { openai: ["server_error", null], anthropic: "api_error", gemini: "INTERNAL" },
    heard: { openai: { type: "server_error" }, anthropic: { type: "api_error" } },
  }),
  passes("503: the provider is not there", {
    status: 503,
    headers: waits,
    message: "later",
    said: { openai: ["server_error", null], anthropic: "api_error", gemini: "DEADLINE_EXCEEDED" },
    heard: {
      openai: { type: "server_error", code: "unavailable" },
      anthropic: { type: "api_error" },
    },
  }),
  passes("529: the provider has too much to do", {
    status: 529,
    headers: waits,
    message: "busy",
    said: { openai: ["server_error", null], anthropic: "overloaded_error", gemini: "UNAVAILABLE" },
    heard: {
      openai: { type: "server_error", code: "overloaded", status: 503 },
      anthropic: { type: "overloaded_error" },
    },
  }),
  fails("An error that is no JSON, as of a proxy before the provider", {
    status: 502,
    headers: { "x-should-retry": "false" },
    body: { openai: "<html>Bad gateway", anthropic: "<html>Bad gateway", gemini: "<html>Bad gateway" },
    heard: heard("the provider answered with status 502", 502, {
      openai: { type: "server_error", code: "unavailable" },
      anthropic: { type: "api_error" },
    }),
  }),
];
