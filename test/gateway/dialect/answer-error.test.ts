import { describe, expect, test } from "vitest";
import type { ErrorKind, UpstreamError } from "../../../src/gateway/chat/event.ts";
import { statusByKind } from "../../../src/gateway/chat/upstream-error.ts";
import * as anthropic from "../../../src/gateway/dialect/anthropic/error.ts";
import * as gemini from "../../../src/gateway/dialect/gemini/error.ts";
import * as openai from "../../../src/gateway/dialect/openai/error.ts";

const google = (code: number, status: string) => ({ error: { code, message: "m", status, details: [] } });

describe("a provider's error", () => {
  test.each<[string, UpstreamError, UpstreamError]>([
    [
      "OpenAI",
      openai.readError(400, { error: { message: "m", type: "invalid_request_error", param: "model", code: "bad" } }),
      { status: 400, kind: "invalid_request", message: "m", raw: "bad", param: "model" },
    ],
    ["Ollama", openai.readError(404, { error: "m" }), { status: 404, kind: "not_found", message: "m" }],
    [
      "xAI",
      openai.readError(400, { code: "c", error: "m" }),
      { status: 400, kind: "invalid_request", message: "m", raw: "c" },
    ],
    [
      "vLLM",
      openai.readError(400, { object: "error", message: "m", type: "BadRequestError", param: null, code: 400 }),
      { status: 400, kind: "invalid_request", message: "m", raw: "BadRequestError" },
    ],
    [
      "Mistral",
      openai.readError(422, { object: "error", message: { detail: [{ msg: "m" }] }, type: "invalid_request_error" }),
      { status: 422, kind: "invalid_request", message: "m", raw: "invalid_request_error" },
    ],
    [
      "FastAPI",
      openai.readError(422, { detail: [{ msg: "m" }] }),
      { status: 422, kind: "invalid_request", message: "m" },
    ],
    [
      "Anthropic",
      anthropic.readError(529, { type: "error", error: { type: "overloaded_error", message: "m" }, request_id: "r" }),
      { status: 529, kind: "overloaded", message: "m", raw: "overloaded_error" },
    ],
    [
      "Google",
      gemini.readError(429, google(429, "RESOURCE_EXHAUSTED")),
      { status: 429, kind: "rate_limit", message: "m", raw: "RESOURCE_EXHAUSTED" },
    ],
    [
      "Google in a list",
      gemini.readError(400, [google(400, "INVALID_ARGUMENT")]),
      { status: 400, kind: "invalid_request", message: "m", raw: "INVALID_ARGUMENT" },
    ],
    [
      "Google overloaded",
      gemini.readError(503, google(503, "UNAVAILABLE")),
      { status: 503, kind: "overloaded", message: "m", raw: "UNAVAILABLE" },
    ],
  ])("of %s", (_who, read, expected) => {
    expect(read).toEqual(expected);
  });

  test.each([openai, anthropic, gemini])(
    "that is no JSON is told by its status alone: a proxy's page says nothing",
    ({ readError }) => {
      for (const body of ["<html>nginx</html>", "", null, [], 7, { error: null }]) {
        expect(readError(502, body)).toEqual({
          status: 502,
          kind: "unavailable",
          message: "the provider answered with status 502",
        });
      }
    },
  );

  test("never repeats a key of ours, nor a book", () => {
    const said = "Incorrect API key provided: sk-proj-ab***cdef. AIzaSyA12345678 xai-abcdefgh LLM|123|abc-d";
    expect(openai.readError(401, { error: { message: said } }).message).toBe(
      "Incorrect API key provided: [key] [key] [key] [key]",
    );
    expect(openai.readError(400, { error: "x".repeat(10_000) }).message).toHaveLength(4_096);
  });

  test.each([
    [400, "invalid_request"],
    [401, "authentication"],
    [403, "permission"],
    [404, "not_found"],
    [408, "timeout"],
    [413, "too_large"],
    [418, "invalid_request"],
    [429, "rate_limit"],
    [500, "internal"],
    [503, "unavailable"],
    [504, "timeout"],
    [529, "overloaded"],
  ])("of status %i is %s", (status, kind) => {
    expect(openai.readError(status, "").kind).toBe(kind);
  });
});

describe("an error without a status", () => {
  test.each([
    ["insufficient_quota", "rate_limit"],
    ["overloaded_error", "overloaded"],
    ["invalid_api_key", "authentication"],
    ["permission_error", "permission"],
    ["model_not_found", "not_found"],
    ["context_length_exceeded", "invalid_request"],
    ["timeout", "timeout"],
    ["server_error", "internal"],
  ])("of OpenAI, %s, is %s", (type, kind) => {
    expect(openai.readStreamError({ error: { message: "m", type } })).toEqual({
      status: statusByKind[kind as ErrorKind], // the table's second column
      kind,
      message: "m",
      raw: type,
    });
  });

  test.each([
    ["FAILED_PRECONDITION", "invalid_request"],
    ["UNAUTHENTICATED", "authentication"],
    ["PERMISSION_DENIED", "permission"],
    ["NOT_FOUND", "not_found"],
    ["DEADLINE_EXCEEDED", "timeout"],
    ["INTERNAL", "internal"],
  ])("of Google, %s, is %s", (status, kind) => {
    expect(gemini.readStreamError({ error: { message: "m", status } })).toMatchObject({ kind });
  });
});

describe("an error for a caller", () => {
  const kinds: [ErrorKind, anthropicType: string, openAiType: string, openAiCode: string | null][] = [
    ["invalid_request", "invalid_request_error", "invalid_request_error", null],
    ["authentication", "authentication_error", "invalid_request_error", "invalid_api_key"],
    ["permission", "permission_error", "permission_error", "permission_denied"],
    ["not_found", "not_found_error", "invalid_request_error", "not_found"],
    ["too_large", "request_too_large", "invalid_request_error", "request_too_large"],
    ["rate_limit", "rate_limit_error", "rate_limit_error", "rate_limit_exceeded"],
    ["overloaded", "overloaded_error", "server_error", "overloaded"],
    ["timeout", "timeout_error", "server_error", "timeout"],
    ["unavailable", "api_error", "server_error", "unavailable"],
    ["internal", "api_error", "server_error", null],
  ];

  test.each(kinds)("of kind %s", (kind, anthropicType, type, code) => {
    const error = { status: statusByKind[kind], kind, message: "m", param: "model" };
    expect(openai.formatError(error)).toEqual({ error: { message: "m", type, param: "model", code } });
    expect(anthropic.formatError(error, "req_1")).toEqual({
      type: "error",
      error: { type: anthropicType, message: "m" },
      request_id: "req_1",
    });
  });

  test("of Anthropic's type comes back as the same kind", () => {
    for (const [kind, type] of kinds.filter(([kind]) => kind !== "unavailable")) {
      expect(anthropic.readStreamError({ type: "error", error: { type, message: "m" } })).toMatchObject({ kind });
    }
  });
});
