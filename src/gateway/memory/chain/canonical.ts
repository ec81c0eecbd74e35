import { hash } from "node:crypto";
import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";

/** What clients move from turn to turn though nothing of the conversation changes. */
const moving = new Set(["cache_control", "prompt_cache_breakpoint"]);
const movingMember = /,?"(?:cache_control|prompt_cache_breakpoint)":\{[^{}]*\}/gu;

/**
 * A caller's message as one text that is the same for the same message: names sorted, text content as one part, marks of
 * caches left out, and so are members that say nothing. What is unknown counts. Inputs of tools are content: in them
 * every member counts, whatever its name.
 */
export function canonicalMessage(message: JsonObject): string {
  let text = "";
  for (const name of Object.keys(message).sort()) {
    const value = message[name]!;
    const isNothing = value === null || (Array.isArray(value) && value.length === 0);
    if (name !== "content" && !isNothing && !moving.has(name)) text += `${JSON.stringify(name)}:${canonical(value)},`;
  }
  return `{${text}"content":${canonicalContent(message["content"])}}`;
}

/** A hash of `system` or `tools`. These are long, so it is a quick one: here the order of names counts. */
export function looseHash(value: JsonValue | undefined): string {
  return hash("sha256", JSON.stringify(value ?? null).replace(movingMember, ""), "base64url");
}

function canonicalContent(content: JsonValue | undefined): string {
  if (content === undefined || content === null) return "[]";
  return typeof content === "string" ? `[{"text":${JSON.stringify(content)},"type":"text",},]` : canonical(content);
}

function canonical(value: JsonValue, isInput = false): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) {
    let elements = "";
    for (const each of value) elements += `${canonical(each, isInput)},`;
    return `[${elements}]`;
  }
  if (!isObject(value)) return String(value);
  let members = "";
  for (const name of Object.keys(value).sort()) {
    if (!isInput && moving.has(name)) continue;
    members += `${JSON.stringify(name)}:${canonical(value[name]!, isInput || name === "input")},`;
  }
  return `{${members}}`;
}
