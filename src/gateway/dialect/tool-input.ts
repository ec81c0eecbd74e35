import { isObject, type JsonObject } from "../../json.ts";
import { isRawNumber, tryParseBounded } from "../chat/exact-json.ts";
import type { Losses } from "../chat/loss.ts";

/**
 * The JSON text of a tool's input as an object, as Anthropic and Gemini take it. Empty text is no arguments. What is no
 * object, such as the half of one from a turn that was cut off, is kept under `input`.
 */
export function inputObject(text: string, losses: Losses): JsonObject {
  if (text.trim() === "") return {};
  const value = tryParseBounded(text);
  if (isObject(value) && !isRawNumber(value)) return value;
  losses.emulated("tool_call.arguments");
  return { input: value ?? text };
}
