import { isBlank } from "../../../memory/text.ts";
import { isObject, type JsonObject } from "../../../json.ts";
import { textsOf } from "../clients/client-request.ts";

/** All that a caller's message says in text, alike in both dialects. */
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

/** One or two words that ask nothing ("thanks", "go on"): whatever they find, they find by chance. */
export function isTooShort(text: string): boolean {
  return !/[?？؟]/u.test(text) && (text.slice(0, wordyCharacters).match(word) ?? []).length < leastWords;
}

const leastWords = 3;
const wordyCharacters = 1_000;
/** Of scripts that do not show where a word ends, every character is one. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;
