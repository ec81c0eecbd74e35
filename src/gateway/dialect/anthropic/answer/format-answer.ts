import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../../json.ts";
import { collectAnswer, type Answer, type AnswerPart } from "../../../chat/answer.ts";
import { settleReason } from "../../../chat/ending.ts";
import type { ChatEvent, Finish } from "../../../chat/event.ts";
import { Losses } from "../../../chat/loss.ts";
import { callSignatureBlock, formatThinkingBlock } from "../../thinking-block.ts";
import { inputObject } from "../../tool-input.ts";
import { formatFinish } from "./finish.ts";
import { formatUsage } from "./usage.ts";

/** A `message`. */
export function formatAnswer(events: Iterable<ChatEvent>): JsonObject {
  const answer = collectAnswer(events);
  const { parts, usage, finish = { reason: "stop" } } = answer;
  const held = {
    tools: parts.some(({ kind }) => kind === "tool_use"),
    refusal: parts.some(({ kind }) => kind === "refusal"),
  };
  return {
    ...formatHead(answer),
    content: parts.flatMap(formatPart),
    ...formatStop(finish, held),
    usage: formatUsage(usage ?? noUsage),
  };
}

/** The members that are known at a message's beginning. */
export function formatHead({ id, model }: Pick<Answer, "id" | "model">): JsonObject {
  return { id: id || `msg_${randomUUID().replaceAll("-", "")}`, type: "message", role: "assistant", model };
}

/** `stop_reason` follows from what the blocks are, not from the provider's word alone. */
export function formatStop(finish: Finish, held: { tools: boolean; refusal: boolean }): JsonObject {
  const reason = settleReason(finish.reason, held.tools);
  const stop_reason = formatFinish(reason === "stop" && held.refusal ? "content_filter" : reason, finish);
  return { stop_reason, stop_sequence: stop_reason === "stop_sequence" ? (finish.stopSequence ?? null) : null };
}

export const noUsage = { input: 0, output: 0 };

/** The content blocks of a part. */
function formatPart(part: AnswerPart): JsonObject[] {
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
