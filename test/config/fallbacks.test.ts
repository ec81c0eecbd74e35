import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

const parse = (rules: string, more: Record<string, string> = {}) =>
  parseConfig({ CAIRN_FALLBACKS: rules, ...more }, "/srv");

describe("fallbacks", () => {
  test("are rules, in their order", () => {
    const rules = " claude-opus-5 = openai/gpt-6-sol , gemini-2.5-pro ;gpt-*=claude-haiku-4-5;\n*=local/qwen3:8b; ";
    const { config, errors } = parse(rules, { CAIRN_PROVIDERS: "local=http://127.0.0.1:11434/v1" });
    expect(errors).toEqual([]);
    expect(config!.gateway.fallbacks).toEqual([
      { models: "claude-opus-5", others: ["openai/gpt-6-sol", "gemini-2.5-pro"] },
      { models: "gpt-*", others: ["claude-haiku-4-5"] },
      { models: "*", others: ["local/qwen3:8b"] },
    ]);
    expect(parse("").config!.gateway.fallbacks).toEqual([]);
  });

  test.each([
    "claude-opus-5",
    "claude-opus-5=",
    "=gpt-5",
    "gpt-5=a,,b",
    "gpt-5=claude-*",
    "gpt*5=claude-opus-5",
    "gpt-5=a=b",
    "gpt-5=a,b,c,d,e",
    "gpt-5=a;;gpt-4=b",
  ])("%s has not their form", (rules) => {
    expect(parse(rules).errors).toEqual([
      "CAIRN_FALLBACKS must be rules such as claude-opus-5=openai/gpt-6-sol,gemini-2.5-pro; gpt-*=claude-haiku-4-5, " +
        `got ${JSON.stringify(rules)}`,
    ]);
  });

  test.each([
    ["opus-5=gpt-5", 'CAIRN_FALLBACKS: no model "opus-5"; the nearest are claude-opus-5, claude-opus-5-5'],
    ["gpt-5=gemni-2.5-pro", 'CAIRN_FALLBACKS: no model "gemni-2.5-pro"; the nearest are gemini-2.5-pro'],
    ["gpt-5=cairn/inspect", 'CAIRN_FALLBACKS: "cairn/inspect" only shows requests and asks no model'],
    ["gpt-5=loca/llama", 'CAIRN_FALLBACKS: no model "loca/llama"'],
    ["cluade-*=gpt-5", 'CAIRN_FALLBACKS: no model begins with "cluade-"; the nearest are claude'],
  ])("%s names what there is not", (rules, message) => {
    const { errors } = parse(rules, { CAIRN_PROVIDERS: "local=http://127.0.0.1:11434/v1" });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });

  test("of the documentation are such that a server starts", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/gateway.md"), "utf8");
    const [block = ""] = /(?:^CAIRN_\w+=.*\n)*^CAIRN_FALLBACKS=.*\n/mu.exec(page) ?? [];
    const set = [...block.matchAll(/^(CAIRN_\w+)='?(.*?)'?$/gmu)].map(([, name, value]) => [name, value]);
    const { config, errors } = parseConfig(Object.fromEntries(set), "/srv");
    expect({ errors, count: config?.gateway.fallbacks.length }).toEqual({ errors: [], count: 3 });
  });

  test("a long text is judged at once", () => {
    const judge = () => expect(parse(`${"gpt-5=".padEnd(20_000, "a,")}!`).errors).toHaveLength(1);
    expect(cpuMsOf(judge)).toBeLessThan(1_000);
  });
});
