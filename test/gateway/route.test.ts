import { describe, expect, test } from "vitest";
import { catalog } from "../../src/gateway/model/catalog.ts";
import { knownProviders } from "../../src/gateway/model/known-providers.ts";
import type { Provider } from "../../src/gateway/model/provider.ts";
import { routeOf } from "../../src/gateway/model/route.ts";

const providers = (keyed: string[]): Provider[] => [
  ...knownProviders.map((known) => ({
    ...known,
    key: keyed.includes(known.id) ? { reveal: () => "k" } : undefined,
  })),
  {
    id: "ollama",
    dialect: "openai",
    url: "http://127.0.0.1:11434/v1",
    key: undefined,
    keyVariable: "OLLAMA_API_KEY",
    prefixes: [],
    own: true,
  },
];
const live = ["anthropic", "openai", "google", "xai"];
const route = (model: string, keyed = live) => {
  const { provider, model: name } = routeOf(model, providers(keyed));
  return `${provider.id} ${name}`;
};

test("the catalogue is the specification's: 69 models of 7 providers", () => {
  const counts = Object.groupBy(catalog, ({ provider }) => provider);
  expect(Object.entries(counts).map(([id, models]) => [id, models!.length, models![0]!.status])).toEqual([
    ["anthropic", 11, "live"],
    ["openai", 22, "live"],
    ["google", 12, "live"],
    ["xai", 6, "live"],
    ["deepseek", 5, "coming_soon"],
    ["meta", 5, "coming_soon"],
    ["mistral", 8, "coming_soon"],
  ]);
});

describe("a model's name leads", () => {
  test.each([
    ["claude-opus-5", "anthropic claude-opus-5"],
    ["claude-next-9", "anthropic claude-next-9"],
    ["o3-mini", "openai o3-mini"],
    ["chatgpt-latest", "openai chatgpt-latest"],
    ["gemini-9", "google gemini-9"],
    ["grok-9", "xai grok-9"],
    ["openai/gpt-9", "openai gpt-9"],
    ["ollama/library/qwen3:8b", "ollama library/qwen3:8b"],
  ])("%s to %s", (model, expected) => expect(route(model)).toBe(expected));

  test("to those that are to come once they have a key", () => {
    expect(() => route("codestral-9")).toThrow('no model "codestral-9"');
    expect(() => route("codestral-9")).toThrow('"mistral", which has no API key on this server: set MISTRAL_API_KEY');
    expect(() => route("mistral-large-4")).toThrow("set MISTRAL_API_KEY");
    expect(route("codestral-9", ["mistral"])).toBe("mistral codestral-9");
    expect(route("mistral-large-4", ["mistral"])).toBe("mistral mistral-large-4");
  });
});

describe("is refused", () => {
  test("an unknown name, with the nearest ones", () => {
    expect(() => route("opus-5")).toThrow(/no model "opus-5"; the nearest are claude-opus-5, claude-opus-5-5, /u);
    expect(() => route("haiku-4.5")).toThrow(/nearest are claude-haiku-4-5, /u);
    expect(() => route("clade")).toThrow(/nearest are claude-/u);
    expect(() => route("gtp-5.5")).toThrow(/nearest are gpt-5\.5, /u);
    expect(() => route("qwen3")).toThrow('no model "qwen3"; any other model can be named as <provider>/<model>');
    expect(() => route("nobody/x")).toThrow("with one of the providers anthropic, openai, google");
    expect(() => route("openai/")).toThrow("no model");
  });

  test("a provider whose name is misspelt, with the right one", () => {
    expect(() => route("OpenAI/gpt-5.5")).toThrow("the nearest are openai/gpt-5.5;");
    expect(() => route("antropic/claude-9")).toThrow("the nearest are anthropic/claude-9;");
  });

  test.each(["", "a b", "../x", "openai/../admin", "openai/./x", "é", "x".repeat(201)])("the name %j", (model) =>
    expect(() => route(model)).toThrow("model: must be a model's name"),
  );

  test("a provider without a key, with the variable to set", () => {
    expect(() => route("claude-opus-5", [])).toThrow("set ANTHROPIC_API_KEY");
  });
});
