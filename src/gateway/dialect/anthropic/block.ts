import type { AnswerPart } from "../../chat/answer.ts";
import type { JsonObject } from "../../chat/json.ts";
import { Losses } from "../../chat/loss.ts";
import type { Signature } from "../../chat/request.ts";
import { formatSignature } from "../../chat/signature.ts";
import { inputObject } from "../tool-input.ts";

/** The content blocks of a part. */
export function formatPart(part: AnswerPart): JsonObject[] {
  switch (part.kind) {
    case "text":
    // Anthropic has no part for a refusal: its words are text, and `stop_reason` says what they are.
    case "refusal":
      return [{ type: "text", text: part.text }];
    case "thinking":
      if (part.redacted === undefined) return [thinkingBlock(part.text, part.signature)];
      return [redactedBlock(part.redacted, part.signature?.by ?? "anthropic")];
    case "tool_use": {
      const { id, name, input, signature } = part;
      const block = { type: "tool_use", id, name, input: inputObject(input, new Losses()) };
      return signature === undefined ? [block] : [callSignatureBlock(signature), block];
    }
  }
}

export function redactedBlock(data: string, by: Signature["by"]): JsonObject {
  return { type: "redacted_thinking", data: formatSignature({ by, value: data }) };
}

/** A call has no place for a signature: it stands in an empty block before it. */
export function callSignatureBlock(signature: Signature): JsonObject {
  return { type: "thinking", thinking: "", signature: formatSignature(signature, "tool") };
}

function thinkingBlock(thinking: string, signature: Signature | undefined): JsonObject {
  return { type: "thinking", thinking, signature: formatSignature(signature) };
}
