import { hash } from "node:crypto";
import type { JsonObject } from "../../../json.ts";
import { canonicalMessage } from "./canonical.ts";

/**
 * The chain of a conversation: for each message the hash of it and of all before it. Two conversations share a place of
 * the chain if and only if they are the same up to there.
 */
export function chainOf(messages: readonly JsonObject[]): string[] {
  let last = "cairn-chain-1";
  return messages.map((message) => (last = linkOf(last, canonicalMessage(message))));
}

/** The place of a message after another. */
export function linkOf(before: string, message: string): string {
  return hash("sha256", `${before}\n${message}`, "base64url");
}
