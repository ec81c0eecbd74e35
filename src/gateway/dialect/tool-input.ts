import { jsonText } from "../../json-text.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isRawNumber, parseExact } from "../chat/exact-json.ts";
import type { Losses } from "../chat/loss.ts";

/** As deep as requests are nested: what is deeper can be parsed, but not be written again. */
const depthMax = 200;

/**
 * The JSON text of a tool's input as an object, as Anthropic and Gemini take it. Empty text is no arguments. What is no
 * object, such as the half of one from a turn that was cut off, is kept under `input`.
 */
export function inputObject(text: string, losses: Losses): JsonObject {
  if (text.trim() === "") return {};
  const value = parsed(text);
  if (isObject(value) && !isRawNumber(value)) return value;
  losses.emulated("tool_call.arguments");
  return { input: value ?? text };
}

/** Nothing for what is no JSON, or too much of it. */
function parsed(text: string): JsonValue | undefined {
  try {
    jsonText(Buffer.from(text), depthMax);
    return parseExact(text);
  } catch {
    return undefined;
  }
}
