import { isObject, type JsonObject } from "../../../json.ts";
import { isBlank } from "../../../memory/text.ts";
import { textsOf } from "../clients/client-request.ts";

/** All that a caller's message says in text, the same for both dialects. */
export function textOf({ content }: JsonObject): string {
  return textsOf(content)
    .filter((text) => !isBlank(text))
    .join("\n\n")
    .trim();
}

/** A text without its white space, which clients change. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, "");
}

/** Whether a message returns what tools gave. */
export function hasResults({ role, content }: JsonObject): boolean {
  if (role === "tool" || role === "function") return true;
  return Array.isArray(content) && content.some((part) => isObject(part) && part["type"] === "tool_result");
}
