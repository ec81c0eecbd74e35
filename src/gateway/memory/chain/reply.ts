import { hash } from "node:crypto";
import type { Answer } from "../../chat/answer.ts";
import { squeeze } from "./texts.ts";
import { isObject, type JsonObject, type JsonValue } from "../../chat/json.ts";

/**
 * An assistant's reply, known again when its client sends it back: clients keep it as text or as parts, leave thoughts
 * out, trim. So it is what was said, without white space, and the names of the tools that were called.
 */
export function fingerprintOfMessage(message: JsonObject): string {
  const { content, refusal, tool_calls: toolCalls, function_call: functionCall } = message;
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const said = typeof content === "string" ? [content] : parts.flatMap(({ text, refusal }) => texts(text, refusal));
  const called = parts.filter(({ type }) => type === "tool_use").map(({ name }) => name);
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject).map(calledIn) : [];
  const asFunction = isObject(functionCall) ? functionCall["name"] : undefined;
  return fingerprint([...said, ...texts(refusal)], texts(...called, ...calls, asFunction));
}

/** The same of an answer on its way to the client. `undefined` where it says nothing. */
export function fingerprintOfAnswer({ parts }: Answer): string | undefined {
  const said = parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : []));
  const called = parts.flatMap((part) => (part.kind === "tool_use" ? [part.name] : []));
  return said.length === 0 && called.length === 0 ? undefined : fingerprint(said, called);
}

function calledIn(call: JsonObject): JsonValue | undefined {
  const called = call["function"] ?? call["custom"];
  return isObject(called) ? called["name"] : undefined;
}

function texts(...values: (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function fingerprint(said: string[], called: string[]): string {
  const text = squeeze(said.join(""));
  return hash("sha256", JSON.stringify([text, ...called]), "base64url");
}
