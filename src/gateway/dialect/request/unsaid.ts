import { invalid } from "../../../error.ts";
import { isObject, type JsonObject } from "../../../json.ts";
import { Losses } from "../../chat/loss.ts";
import type { ChatRequest, Part, ToolResultPart, Turn } from "../../chat/request.ts";
import type { Formatting } from "./formatting.ts";

type Format = (parts: readonly Part[], formatting: Formatting) => JsonObject[];

/**
 * Errors: invalid_argument, where a dialect's `format` can say nothing of the newest turns of the user's, those after the
 * assistant's last: what is asked would not be said.
 */
export function checkNewestSaid(
  { turns, newestAt = "messages" }: Pick<ChatRequest, "turns" | "newestAt">,
  formatting: Formatting,
  format: Format,
): void {
  const last = turns.findLastIndex(({ role }) => role === "user");
  const before = turns.findLastIndex(({ role }, i) => i < last && role === "assistant");
  const newest = turns.slice(before + 1, last + 1).filter(({ role }) => role === "user");
  const parts = newest.flatMap((turn) => turn.parts);
  if (!isUnsaid(parts, formatting, format)) return;
  const lost = lostIn(parts, formatting, format).join(", ");
  throw invalid(newestAt, `must contain something that can be sent to this model; all of it would be lost: ${lost}`);
}

/**
 * A user's turn as a dialect's `format` says it. Where it can say none of it, a text in its place says so, for what is
 * said after it answers something.
 */
export function formatUserTurn({ parts }: Turn, formatting: Formatting, format: Format): JsonObject[] {
  const said = format(parts, formatting);
  if (!isUnsaid(parts, formatting, format)) return said;
  formatting.losses.emulated("messages.content");
  return format([{ kind: "text", text: textInPlaceOf(parts) }], formatting);
}

/** `newestAt` of a caller's request, in either dialect of callers. */
export function newestAtOf(body: JsonObject): string {
  const messages = Array.isArray(body["messages"]) ? body["messages"] : [];
  return `messages[${messages.findLastIndex((each) => isObject(each) && each["role"] === "user")}].content`;
}

/** What a model is told in place of parts that it cannot be sent; empty where they say nothing. */
function textInPlaceOf(parts: readonly Part[]): string {
  const kinds = new Set(parts.filter(saysSomething).map((part) => (part.kind === "other" ? part.type : part.kind)));
  return kinds.size === 0
    ? ""
    : `[Content removed here, because it cannot be sent to this model: ${[...kinds].join(", ")}]`;
}

/**
 * A tool's result where a dialect's own holds text only: that text, and what else of it can be shown, which stands
 * `elsewhere`.
 */
export function splitResult(
  { parts }: ToolResultPart,
  elsewhere: string,
  formatting: Formatting,
  format: Format,
): { text: string; media: JsonObject[] } {
  const { losses } = formatting;
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  const media = parts.flatMap((part) => {
    const shown = part.kind === "text" ? [] : format([part], formatting);
    if (shown.length > 0) losses.emulated(`tool_result.${part.kind}`);
    return shown;
  });
  if (texts.length > 0) return { text: texts.join("\n"), media };
  if (media.length > 0) return { text: elsewhere, media };
  const text = textInPlaceOf(parts);
  if (text !== "") losses.emulated("tool_result.content");
  return { text, media };
}

/** Whether parts say something, and nothing of that can be said; blank texts beside it say nothing. */
function isUnsaid(parts: readonly Part[], formatting: Formatting, format: Format): boolean {
  const saying = parts.filter(saysSomething);
  const isSaid = (part: Part) =>
    part.kind === "tool_result" || format([part], { ...formatting, losses: new Losses() }).length > 0;
  return saying.length > 0 && !saying.some(isSaid);
}

function saysSomething(part: Part): boolean {
  return part.kind !== "text" || part.text.trim() !== "";
}

/** By the names of losses. What only the caller's dialect has was listed by the parser. */
function lostIn(parts: readonly Part[], formatting: Formatting, format: Format): string[] {
  const losses = new Losses();
  format(parts, { ...formatting, losses });
  const others = parts.flatMap((part) => (part.kind === "other" ? [`content.${part.type}`] : []));
  return [...new Set([...losses.list().map(({ what }) => what), ...others])];
}
