import type { AnswerPart } from "../../chat/answer.ts";
import type { JsonObject } from "../../chat/json.ts";
import { formatThinkingBlock } from "../thinking-block.ts";

/**
 * What was thought, with its signatures, as LiteLLM's `thinking_blocks`: Anthropic's blocks beside the message's content.
 * A client that sends the message back as it was keeps the signatures. None where nothing is signed: the text stands in
 * `reasoning_content`.
 */
export function formatThinkingBlocks(parts: readonly AnswerPart[]): JsonObject[] {
  const thoughts = parts.filter((part) => part.kind === "thinking");
  const isSigned = thoughts.some(({ signature }) => signature !== undefined);
  return isSigned ? thoughts.map(formatThinkingBlock) : [];
}
