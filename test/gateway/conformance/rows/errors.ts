import { fails, type Told } from "../fails.ts";
import type { Caller, Upstream } from "../column.ts";
import type { Row } from "../row.ts";

/** The error's body as each provider says it. */
function said(
  message: string,
  words: { openai: [type: string, code: string | null]; anthropic: string; gemini: string },
  status: number,
) {
  const [type, code] = words.openai;
  return {
    openai: { error: { message, type, param: null, code } },
    anthropic: { type: "error", error: { type: words.anthropic, message }, request_id: "req_1" },
    gemini: { error: { code: status, message, status: words.gemini } },
  } satisfies Record<Upstream, object>;
}

type Words = Record<Caller, { type: string; code?: string | null; status?: number }>;

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
  return `the provider "${provider}" refuses the key that it is asked with here: check ${upstream.toUpperCase()}_API_KEY`;
};

export const errorRows: readonly Row[] = [
  fails("400: the request is wrong", {
    status: 400,
    body: said(
      tooLong,
      { openai: ["invalid_request_error", null], anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT" },
      400,
    ),
    heard: heard(tooLong, 400, {
      openai: { type: "invalid_request_error" },
      anthropic: { type: "invalid_request_error" },
    }),
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
  fails("403: the provider forbids it", {
    status: 403,
    body: said(
      "not here",
      { openai: ["permission_error", null], anthropic: "permission_error", gemini: "PERMISSION_DENIED" },
      403,
    ),
    heard: heard("not here", 403, {
      openai: { type: "permission_error", code: "permission_denied" },
      anthropic: { type: "permission_error" },
    }),
  }),
  fails("404: the provider has no such model", {
    status: 404,
    body: said(
      "no such model",
      { openai: ["invalid_request_error", "model_not_found"], anthropic: "not_found_error", gemini: "NOT_FOUND" },
      404,
    ),
    heard: heard("no such model", 404, {
      openai: { type: "invalid_request_error", code: "not_found" },
      anthropic: { type: "not_found_error" },
    }),
  }),
  fails("413: the request is too large", {
    status: 413,
    body: said(
      "too large",
      { openai: ["invalid_request_error", null], anthropic: "request_too_large", gemini: "INVALID_ARGUMENT" },
      413,
    ),
    heard: heard("too large", 413, {
      openai: { type: "invalid_request_error", code: "request_too_large" },
      anthropic: { type: "request_too_large" },
    }),
  }),
  fails("429: too many requests, and when to come again", {
    status: 429,
    headers: { ...waits, "retry-after-ms": "30000", "x-should-retry": "false" },
    body: said(
      "slow down",
      { openai: ["requests", "rate_limit_exceeded"], anthropic: "rate_limit_error", gemini: "RESOURCE_EXHAUSTED" },
      429,
    ),
    heard: heard("slow down", 429, {
      openai: { type: "rate_limit_error", code: "rate_limit_exceeded" },
      anthropic: { type: "rate_limit_error" },
    }),
  }),
  fails("500: the provider failed", {
    status: 500,
    body: said("oh no", { openai: ["server_error", null], anthropic: "api_error", gemini: "INTERNAL" }, 500),
    heard: heard("oh no", 500, { openai: { type: "server_error" }, anthropic: { type: "api_error" } }),
  }),
  fails("503: the provider is not there", {
    status: 503,
    headers: waits,
    body: said("later", { openai: ["server_error", null], anthropic: "api_error", gemini: "DEADLINE_EXCEEDED" }, 503),
    heard: heard("later", 503, {
      openai: { type: "server_error", code: "unavailable" },
      anthropic: { type: "api_error" },
    }),
  }),
  fails("529: the provider has too much to do", {
    status: 529,
    headers: waits,
    body: said("busy", { openai: ["server_error", null], anthropic: "overloaded_error", gemini: "UNAVAILABLE" }, 529),
    heard: heard("busy", 529, {
      openai: { type: "server_error", code: "overloaded", status: 503 },
      anthropic: { type: "overloaded_error" },
    }),
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
