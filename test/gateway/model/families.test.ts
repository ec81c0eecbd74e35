import { describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/gateway/chat/capabilities.ts";
import type { DialectName } from "../../../src/gateway/chat/request.ts";
import { catalog } from "../../../src/gateway/model/catalog.ts";
import { capabilitiesOf } from "../../../src/gateway/model/families.ts";
import { plain } from "../../../src/gateway/model/families/family.ts";
import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import { providerOf } from "../support/provider.ts";

const table: [dialect: DialectName, model: string, takes: Partial<Capabilities>][] = [
  [
    "anthropic",
    "claude-fable-5-2",
    { systemInMessages: true, sampling: false, forcedTools: false, thinking: "adaptive" },
  ],
  ["anthropic", "claude-fable-5", { forcedTools: true, forcedToolsWithThinking: true, thinksByDefault: true }],
  ["anthropic", "claude-opus-5-5", { forcedTools: false, systemInMessages: true, maxOutputTokens: 128_000 }],
  ["anthropic", "claude-opus-5-20260801", { forcedTools: true, thinksByDefault: true }],
  ["anthropic", "claude-sonnet-5", { forcedTools: true, forcedToolsWithThinking: false, sampling: false }],
  ["anthropic", "claude-opus-4-8", { systemInMessages: true, sampling: false, thinksByDefault: false }],
  ["anthropic", "claude-opus-4-7", { systemInMessages: false, sampling: false, thinking: "adaptive" }],
  ["anthropic", "claude-sonnet-4-6", { systemInMessages: false, sampling: true, thinking: "adaptive" }],
  ["anthropic", "claude-haiku-4-5-20251001", { sampling: true, thinking: "budget", prefill: true }],
  ["anthropic", "claude-opus-4-20250514", { maxOutputTokens: 32_000, schemaAnswers: false }],
  ["anthropic", "claude-sonnet-4-0", { maxOutputTokens: 64_000, schemaAnswers: false }],
  ["anthropic", "claude-3-haiku-20240307", { thinking: "none", maxOutputTokens: 4_096 }],
  ["anthropic", "claude-what-9", { systemInMessages: false, sampling: false, forcedTools: false, prefill: false }],
  ["openai", "gpt-6-astra", { efforts: ["low", "medium", "high", "xhigh"], cacheBreaks: true, developerRole: true }],
  ["openai", "gpt-6.1-sol", { cacheBreaks: true, toolsOnlyWithoutThinking: true }],
  ["openai", "gpt-5.6-luna", { cacheBreaks: true, toolsOnlyWithoutThinking: true, stop: false }],
  ["openai", "gpt-5.5", { cacheBreaks: false, thinksByDefault: true }],
  ["openai", "gpt-5.4-mini", { thinksByDefault: false, toolsOnlyWithoutThinking: true }],
  ["openai", "gpt-5.2", { toolsOnlyWithoutThinking: false, sampling: false }],
  ["openai", "gpt-5-mini", { efforts: ["minimal", "low", "medium", "high"], maxCompletionTokens: true }],
  ["openai", "gpt-5-chat-latest", { thinking: "none", sampling: true }],
  ["openai", "o3", { efforts: ["low", "medium", "high"], developerRole: true }],
  ["openai", "gpt-4.1-nano", { sampling: true, developerRole: false, stop: true, thinking: "none" }],
  ["openai", "gpt-4o-2024-08-06", { maxOutputTokens: 16_384 }],
  ["openai", "grok-4.20-non-reasoning", { efforts: [] }],
  ["openai", "grok-4.7", { efforts: ["low", "medium", "high"], penalties: false }],
  [
    "openai",
    "deepseek-v4-flash",
    { replaysReasoning: true, developerRole: false, images: false, schemaAnswers: false },
  ],
  ["openai", "deepseek-v4-flash-vision-exp", { images: true, replaysReasoning: true }],
  ["openai", "mistral-small-2603", { seed: "random_seed", toolIds: "nine", efforts: ["none", "high"] }],
  ["openai", "llama-4-maverick", { maxCompletionTokens: true, seed: undefined }],
  ["openai", "qwen3", { maxCompletionTokens: false, developerRole: false, thinking: "none", documents: false }],
  ["gemini", "gemini-2.5-pro", { thinking: "budget", budget: { min: 128, max: 32_768 }, signedCalls: false }],
  ["gemini", "gemini-2.5-flash-lite", { thinking: "budget", budget: { min: 0, max: 24_576 } }],
  ["gemini", "gemini-3.7-flash", { thinking: "level", efforts: ["low", "medium", "high"], signedCalls: true }],
  ["gemini", "gemini-3.6-flash", { efforts: ["minimal", "low", "medium", "high"] }],
  ["gemini", "gemini-3-flash-preview", { efforts: ["minimal", "low", "medium", "high"] }],
  ["gemini", "gemini-4-argon", { thinking: "level", signedCalls: true }],
  ["gemini", "gemini-2.0-flash", { thinking: "none", maxOutputTokens: 8_192 }],
];

const atOwn: [model: string, takes: Partial<Capabilities>][] = [
  ["llama3.2:1b", plain],
  ["mistral:7b", plain],
  ["grok-3", { maxCompletionTokens: false, stop: false }],
  ["deepseek-r1", { thinking: "none", efforts: [], seed: "seed", endUser: true, replaysReasoning: true }],
  ["gpt-4o", { maxCompletionTokens: false, documents: true }],
  // Azure's: these refuse `max_tokens` wherever they run.
  ["gpt-5.2", { maxCompletionTokens: true, sampling: false }],
];

describe("what a model takes", () => {
  test.each(atOwn)("%s at an endpoint of the operator's own, which is not its company's", (model, takes) => {
    expect(capabilitiesOf({ dialect: "openai" }, model)).toMatchObject(takes);
  });

  test.each(table)("%s %s", (dialect, model, takes) => {
    expect(capabilitiesOf(providerOf(dialect, model), model)).toMatchObject(takes);
  });

  test.each(["open-mistral-nemo", "open-mixtral-8x22b", "voxtral-small-latest", "ft:ministral-3b:x", "devstral-2512"])(
    "%s at Mistral, whatever it is called",
    (model) => {
      const takes = { seed: "random_seed", toolIds: "nine", prefixMark: true, turnsAfterTools: false };
      expect(
        capabilitiesOf(
          knownProviders.find(({ id }) => id === "mistral")!,
          model,
        ),
      ).toMatchObject(takes);
    },
  );

  test.each(catalog.map(({ id, provider }) => ({ id, provider })))(
    "$id is bounded by the catalogue",
    ({ id, provider }) => {
      const listed = catalog.find((model) => model.id === id)!;
      expect(
        capabilitiesOf(
          knownProviders.find((each) => each.id === provider)!,
          id,
        ).maxOutputTokens,
      ).toBe(listed.maxOutputTokens);
    },
  );

  test("thinking is asked for in words that the model has", () => {
    for (const { id, provider } of catalog) {
      const company = knownProviders.find((each) => each.id === provider)!;
      const { thinking, efforts } = capabilitiesOf(company, id);
      const hasWords = efforts.some((effort) => effort !== "none");
      expect(hasWords, id).toBe(
        ["effort", "switch", "adaptive", "level"].includes(thinking) ||
          (thinking === "budget" && company.dialect === "anthropic"),
      );
    }
  });
});
