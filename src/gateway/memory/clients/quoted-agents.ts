import type { JsonObject } from "../../../json.ts";
import { once } from "../../once.ts";
import { textsOf } from "./client-request.ts";

/** A user's message without what other agents did, and whether one of these was told all of it. */
export type Told = { parts: string[]; isKnown: boolean };

/**
 * Reads messages of a client that shows an agent what others did among what the user says: what stands before that in
 * the same turn, or in the same message, was said to them. All turns are read once, when somebody asks.
 */
export function toldIn(messages: readonly JsonObject[], isQuote: (text: string) => boolean) {
  const known = once(() => beforeQuotes(messages, isQuote));
  return (message: JsonObject): Told => {
    const parts = textsOf(message["content"]);
    const behindQuotes = parts.slice(parts.findLastIndex(isQuote) + 1);
    const isQuoted = parts.length > 0 && behindQuotes.length === 0;
    return isQuoted
      ? { parts: parts.filter((part) => !isQuote(part)), isKnown: true }
      : { parts: behindQuotes, isKnown: known().has(message) };
  };
}

function beforeQuotes(messages: readonly JsonObject[], isQuote: (text: string) => boolean): ReadonlySet<JsonObject> {
  const before = new Set<JsonObject>();
  let isBefore = false;
  for (const message of messages.toReversed()) {
    if (message["role"] === "assistant") isBefore = false;
    if (message["role"] !== "user") continue;
    if (isBefore) before.add(message);
    isBefore ||= textsOf(message["content"]).some(isQuote);
  }
  return before;
}
