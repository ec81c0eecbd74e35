import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../../json.ts";
import { collectAnswer, type Answer, type AnswerPart } from "../../../chat/answer.ts";
import { settleReason } from "../../../chat/ending.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import type { ChatRequest, ToolUsePart } from "../../../chat/request.ts";
import { formatThinkingBlocks, thoughtsIn } from "../thinking-blocks.ts";
import { formatCall, formatFunctionCall, noInput } from "../call.ts";
import { formatFinish } from "./finish.ts";
import { formatUsage } from "./usage.ts";

/**
 * A `chat.completion`. What has no place of its own in a message is joined: the order of texts among calls is lost, and
 * only signed thoughts find back to their places.
 */
export function formatAnswer(
  events: Iterable<ChatEvent>,
  request: Pick<ChatRequest, "functionCalls"> = {},
): JsonObject {
  const answer = collectAnswer(events);
  const { model, createdAtS, parts, usage, finish } = answer;
  const calledTools = parts.some(({ kind }) => kind === "tool_use");
  return {
    id: idOf(answer),
    object: "chat.completion",
    created: createdAtS ?? nowS(),
    model,
    choices: [
      {
        index: 0,
        message: formatMessage(parts, request),
        logprobs: null,
        finish_reason: formatFinish(settleReason(finish?.reason ?? "stop", calledTools), request.functionCalls),
      },
    ],
    ...(usage && { usage: formatUsage(usage) }),
  };
}

function formatMessage(parts: readonly AnswerPart[], request: Pick<ChatRequest, "functionCalls">): JsonObject {
  const textOf = (kind: "text" | "thinking" | "refusal") =>
    parts.map((part) => (part.kind === kind ? part.text : "")).join("");
  const calls = parts.filter((part) => part.kind === "tool_use");
  const thinkingBlocks = formatThinkingBlocks(thoughtsIn(parts));
  const thought = textOf("thinking");
  return {
    role: "assistant",
    content: textOf("text") || null,
    refusal: textOf("refusal") || null,
    ...(thought !== "" && { reasoning_content: thought }),
    ...(thinkingBlocks.length > 0 && { thinking_blocks: thinkingBlocks }),
    ...formatCalls(calls, request),
  };
}

function formatCalls(calls: readonly ToolUsePart[], { functionCalls }: Pick<ChatRequest, "functionCalls">): JsonObject {
  const [first] = calls;
  if (first === undefined) return {};
  if (functionCalls) return { function_call: formatFunctionCall(first, first.input || noInput) };
  return { tool_calls: calls.map((call) => formatCall(call, call.input || noInput)) };
}

/** The provider's own, by which it can be asked about; clients that key messages by it must not see one twice. */
export function idOf({ id }: Pick<Answer, "id">): string {
  return id || `chatcmpl-${randomUUID()}`;
}

export function nowS(): number {
  return Math.floor(Date.now() / 1_000);
}
