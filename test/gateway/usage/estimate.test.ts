import { expect, test } from "vitest";
import type { JsonValue } from "../../../src/json.ts";
import { estimateTokens } from "../../../src/gateway/estimate.ts";

const base64 = (characters: number) => "iVBORw0K".repeat(characters / 8);
const asked = (...content: JsonValue[]): JsonValue => ({ messages: [{ role: "user", content }] });

test("text is counted by its bytes, whatever it looks like", () => {
  for (const text of [`data: ${"translate this ".repeat(1_000)}`, "word/".repeat(2_000), base64(8_000)]) {
    expect(estimateTokens(text)).toBe(Math.ceil(text.length / 3.5));
    expect(estimateTokens(asked({ type: "text", text }))).toBeGreaterThanOrEqual(Math.ceil(text.length / 3.5));
  }
});

test("what is not ASCII has fewer bytes a token", () => {
  expect(estimateTokens("日本語")).toBe(Math.ceil(9 / 2.2));
  expect(estimateTokens("日本語 in ASCII")).toBe(Math.ceil(9 / 2.2 + 9 / 3.5));
  expect(estimateTokens({ 名前: ["Łódź", "x"] })).toBe(Math.ceil(12 / 2.2 + 2 / 3.5));
});

test.each<[string, JsonValue]>([
  ["OpenAI's image", { type: "image_url", image_url: { url: `data:image/png;base64,${base64(400_000)}` } }],
  ["OpenAI's image by address", { type: "image_url", image_url: { url: "https://a.example/a.png" } }],
  ["Anthropic's image", { type: "image", source: { type: "base64", media_type: "image/png", data: base64(400_000) } }],
  ["Gemini's image", { inlineData: { mimeType: "image/png", data: base64(400_000) } }],
  ["the same in Python's spelling", { inline_data: { mime_type: "image/png", data: base64(400_000) } }],
  ["a short document", { type: "file", file: { file_data: base64(4_000) } }],
  ["a short sound", { type: "input_audio", input_audio: { data: base64(4_000), format: "wav" } }],
])("%s counts as a picture", (_name, part) => {
  expect(estimateTokens(asked(part))).toBeGreaterThanOrEqual(1_600);
  expect(estimateTokens(asked(part))).toBeLessThan(1_650);
});

test("a document counts by its length", () => {
  const source = { type: "base64", media_type: "application/pdf", data: base64(10 * 2 ** 16) };
  expect(estimateTokens(asked({ type: "document", source }))).toBeGreaterThanOrEqual(16_000);
  expect(estimateTokens(asked({ type: "document", source }))).toBeLessThan(16_100);
});

test("a document of text counts as text", () => {
  const source = { type: "text", media_type: "text/plain", data: "word ".repeat(7_000) };
  expect(estimateTokens(asked({ type: "document", source }))).toBeGreaterThanOrEqual(10_000);
});

test("what a model reads as text is no picture, whatever its members are called", () => {
  const long = { image_url: { url: "word ".repeat(7_000) } };
  expect(estimateTokens({ tools: [{ parameters: { default: long } }] })).toBeGreaterThanOrEqual(10_000);
  expect(estimateTokens(asked({ type: "tool_use", input: long }))).toBeGreaterThanOrEqual(10_000);
});
