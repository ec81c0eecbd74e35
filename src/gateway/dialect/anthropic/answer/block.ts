import type { AnswerPart } from "../../../chat/answer.ts";
import type { JsonObject } from "../../../../json.ts";
import { Losses } from "../../../chat/loss.ts";
import { callSignatureBlock, formatThinkingBlock } from "../../thinking-block.ts";
import { inputObject } from "../../tool-input.ts";

/** The content blocks of a part. */
export function formatPart(part: AnswerPart): JsonObject[] {
  switch (part.kind) {
    case "text":
    // Anthropic has no part for a refusal: its words are text, and `stop_reason` says what they are.
    case "refusal":
      return [{ type: "text", text: part.text }];
    case "thinking":
      return [formatThinkingBlock(part)];
    case "tool_use": {
      const { id, name, input, signature } = part;
      const block = { type: "tool_use", id, name, input: inputObject(input, new Losses()) };
      return signature === undefined ? [block] : [callSignatureBlock(signature), block];
    }
  }
}
