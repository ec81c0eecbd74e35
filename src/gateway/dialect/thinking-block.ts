import type { JsonObject } from "../../json.ts";
import type { Signature, ThinkingPart } from "../chat/request.ts";
import { formatSignature, parseSignature } from "../chat/signature.ts";
import { optional, readText } from "./request/read-member.ts";

/*
 * `thinking` and `redacted_thinking` blocks, as they stand in Anthropic's messages and in the `thinking_blocks` of
 * OpenAI's.
 */

/** What a block holds: thinking, or the signature of the tool's call after it. */
export type ThinkingBlock = { part?: ThinkingPart; callSignature?: Signature };

/** One with neither text nor a signature holds nothing. */
export function parseThinkingBlock(block: JsonObject, path: string): ThinkingBlock {
  if (block["type"] === "redacted_thinking") {
    const { signature } = parseSignature(readText(block["data"], `${path}.data`));
    if (signature === undefined) return {};
    return {
      part: { kind: "thinking", text: "", redacted: signature.value, signature: { by: signature.by, value: "" } },
    };
  }
  const text = readText(block["thinking"], `${path}.thinking`);
  const { signature, of, from } = parseSignature(optional(readText)(block["signature"], `${path}.signature`) ?? "");
  if (of === "tool") return signature ? { callSignature: signature } : {};
  if (text === "" && signature === undefined) return {};
  return { part: { kind: "thinking", text, signature, from } };
}

/** Thinking as a block: one that was redacted has no text. */
export function formatThinkingBlock({ text, signature, redacted, from }: ThinkingPart): JsonObject {
  if (redacted !== undefined) return redactedBlock(redacted, signature?.by ?? "anthropic");
  return { type: "thinking", thinking: text, signature: formatSignature(signature, "thinking", from) };
}

export function redactedBlock(data: string, by: Signature["by"]): JsonObject {
  return { type: "redacted_thinking", data: formatSignature({ by, value: data }) };
}

/** A call has no place for a signature: it stands in an empty block before it. */
export function callSignatureBlock(signature: Signature): JsonObject {
  return { type: "thinking", thinking: "", signature: formatSignature(signature, "tool") };
}
