import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/error.ts";
import { fallbackHeaders, targetsOf, type Fallback } from "../../../src/gateway/model/fallbacks.ts";
import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import type { Provider } from "../../../src/gateway/model/provider.ts";

const key = { reveal: () => "k" };
const keyed = (...ids: string[]): Provider[] => [
  ...knownProviders.map((provider) => ({ ...provider, key: ids.includes(provider.id) ? key : undefined })),
  { ...knownProviders[1]!, id: "local", key: undefined, keyVariable: "LOCAL_API_KEY", prefixes: [], own: true },
];
const all = keyed("anthropic", "openai", "google");

const rules: Fallback[] = [
  { models: "claude-opus-5", others: ["openai/gpt-6-sol", "gemini-2.5-pro"] },
  { models: "claude-*", others: ["claude-haiku-4-5", "local/qwen3:8b"] },
  { models: "openai/gpt-4*", others: ["gpt-5"] },
  { models: "local/gpt-*", others: ["local/gpt-4o"] },
  { models: "*", others: ["local/last"] },
];
const names = (model: string, providers = all) =>
  targetsOf(model, providers, rules).map(({ provider, model }) => `${provider.id}/${model}`);

describe("who may answer", () => {
  test.each([
    ["claude-opus-5", ["anthropic/claude-opus-5", "openai/gpt-6-sol", "google/gemini-2.5-pro"]],
    ["anthropic/claude-opus-5", ["anthropic/claude-opus-5", "openai/gpt-6-sol", "google/gemini-2.5-pro"]],
    ["claude-opus-4-8", ["anthropic/claude-opus-4-8", "anthropic/claude-haiku-4-5", "local/qwen3:8b"]],
    ["claude-haiku-4-5", ["anthropic/claude-haiku-4-5", "local/qwen3:8b"]],
    ["gpt-4o", ["openai/gpt-4o", "openai/gpt-5"]],
    ["gpt-5", ["openai/gpt-5", "local/last"]],
    ["local/gpt-oss", ["local/gpt-oss", "local/gpt-4o"]],
    ["local/claude-like", ["local/claude-like", "local/last"]],
  ])("%s", (model, expected) => {
    expect(names(model)).toEqual(expected);
  });

  test("is nobody without a key", () => {
    expect(names("claude-opus-5", keyed("google"))).toEqual(["google/gemini-2.5-pro"]);
    expect(names("claude-opus-5", keyed("anthropic"))).toEqual(["anthropic/claude-opus-5"]);
    expect(() => names("claude-opus-5", keyed())).toThrow('the provider "anthropic" has no API key on this server');
    expect(() => targetsOf("gemini-2.5-pro", keyed(), [])).toThrow(AppError);
  });

  test("without rules is the model's own provider", () => {
    expect(targetsOf("gpt-5", all, [])).toMatchObject([{ model: "gpt-5", isFallback: false }]);
  });
});

test("a caller is told of another model than the one asked for, and of no other", () => {
  const [own, other] = targetsOf("claude-opus-5", all, rules);
  expect(fallbackHeaders(own)).toEqual({});
  expect(fallbackHeaders(other!)).toEqual({ "x-cairn-model": "openai/gpt-6-sol" });
  expect(fallbackHeaders(targetsOf("claude-opus-5", keyed("google"), rules)[0])).toEqual({
    "x-cairn-model": "google/gemini-2.5-pro",
  });
});
