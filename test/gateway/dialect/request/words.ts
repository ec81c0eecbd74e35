import type { JsonObject, JsonValue } from "../../../../src/json.ts";
import { translate, type Caller } from "./speak.ts";

export const hi: JsonObject = { role: "user", content: "hi" };
export const hiAnthropic = { role: "user", content: [{ type: "text", text: "hi" }] };
export const hiGemini = { role: "user", parts: [{ text: "hi" }] };

export function sent(caller: Caller, model: string, messages: JsonValue[]) {
  const upstream = model.startsWith("claude") ? "anthropic" : model.startsWith("gemini") ? "gemini" : "openai";
  const bound = caller === "anthropic" ? { max_tokens: 9_000 } : {};
  const { body, losses } = translate(caller, upstream, { model, messages, ...bound });
  const { messages: said, contents, system, systemInstruction } = body;
  return { said: said ?? contents, system: system ?? systemInstruction, losses };
}

export const call = (id: string, text = "{}", extra: JsonObject = {}): JsonObject => ({
  id,
  type: "function",
  function: { name: "f", arguments: text },
  ...extra,
});
export const called = (...calls: JsonObject[]): JsonObject => ({ role: "assistant", content: null, tool_calls: calls });
export const answered = (id: string, content: JsonValue = "ok"): JsonObject => ({
  role: "tool",
  tool_call_id: id,
  content,
});
export const toolUse = (id: string, input: JsonObject = {}): JsonObject => ({ type: "tool_use", id, name: "f", input });
export const result = (id: string, content: JsonValue = "ok"): JsonObject => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
export const assistant = (...content: JsonValue[]): JsonObject => ({ role: "assistant", content });
export const user = (...content: JsonValue[]): JsonObject => ({ role: "user", content });
export const text = (of: string, extra: JsonObject = {}): JsonObject => ({ type: "text", text: of, ...extra });
