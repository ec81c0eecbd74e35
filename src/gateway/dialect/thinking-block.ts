import type { JsonObject } from "../chat/json.ts";
import type { Signature, ThinkingPart } from "../chat/request.ts";
import { parseSignature } from "../chat/signature.ts";
import { optional, readText } from "./read-member.ts";

/** What a block holds: thinking, or the signature of the tool's call behind it. */
export type ThinkingBlock = { part?: ThinkingPart; callSignature?: Signature };

/**
 * A `thinking` or `redacted_thinking` block, as it stands in Anthropic's messages and in the `thinking_blocks` of
 * OpenAI's. One with neither text nor a signature holds nothing.
 */
export function parseThinkingBlock(block: JsonObject, path: string): ThinkingBlock {
  if (block["type"] === "redacted_thinking") {
    const { signature } = parseSignature(readText(block["data"], `${path}.data`));
    if (signature === undefined) return {};
    return {
      part: { kind: "thinking", text: "", redacted: signature.value, signature: { by: signature.by, value: "" } },
    };
  }
  const text = readText(block["thinking"], `${path}.thinking`);
  const { signature, of } = parseSignature(optional(readText)(block["signature"], `${path}.signature`) ?? "");
  if (of === "tool") return signature ? { callSignature: signature } : {};
  if (text === "" && signature === undefined) return {};
  return { part: { kind: "thinking", text, ...(signature && { signature }) } };
}
