import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";

const parse = (model: string, more: Record<string, string> = {}) =>
  parseConfig({ CAIRN_EXTRACTOR_MODEL: model, ...more }, "/srv");

test("no model finds rules unless one is named", () => {
  expect(parse("").config!.gateway.extractorModel).toBeUndefined();
});

test.each([
  ["claude-haiku-4-5", { ANTHROPIC_API_KEY: "sk" }],
  ["openai/gpt-6-sol", { OPENAI_API_KEY: "sk" }],
  ["local/qwen3:8b", { CAIRN_PROVIDERS: "local=http://127.0.0.1:11434/v1" }],
])("%s is one that can be asked", (model, more) => {
  const { config, errors } = parse(model, more);
  expect(errors).toEqual([]);
  expect(config!.gateway.extractorModel).toBe(model);
});

test.each([
  ["claude-haiku-4-5", 'the provider "anthropic" has no API key on this server: set ANTHROPIC_API_KEY'],
  ["claud-haiku", 'no model "claud-haiku"; the nearest are'],
  ["two words", "must be a model's name"],
])("%s cannot be asked: the server does not start", (model, message) => {
  const { config, errors } = parse(model);
  expect(config).toBeUndefined();
  expect(errors).toEqual([expect.stringContaining(`CAIRN_EXTRACTOR_MODEL is "${model}": `)]);
  expect(errors[0]).toContain(message);
});

test.each(["cairn/inspect", "cairn/inspect:gpt-5"])("%s asks no model, so it finds no rules", (model) => {
  expect(parse(model).errors).toEqual([
    `CAIRN_EXTRACTOR_MODEL is "${model}": "${model}" only shows requests and asks no model`,
  ]);
});
