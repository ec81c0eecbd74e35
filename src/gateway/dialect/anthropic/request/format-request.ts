import type { JsonObject } from "../../../../json.ts";
import type { ChatRequest } from "../../../chat/request.ts";
import { maxTokensFor, penaltiesFor, samplingFor, stopFor } from "../../request/bounds.ts";
import { startFormatting, type Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";
import { formatAnswerFormat } from "./answer-schema.ts";
import { formatMessages } from "./format-messages.ts";
import { formatReasoning } from "./reasoning.ts";
import { formatTools } from "./tools.ts";

export const asksToContinue = true;

/** A body of `POST /v1/messages`. */
export function formatRequest(asked: ChatRequest, formatting: Formatting): JsonObject {
  const { capabilities } = formatting;
  const request = startFormatting(asked, formatting);
  const maxTokens = maxTokensFor(request, formatting) ?? capabilities.maxOutputTokens;
  const { thinking, effort, isOn } = formatReasoning(request, maxTokens, formatting);
  const mayForce = capabilities.forcedTools && (!isOn || capabilities.forcedToolsWithThinking);
  const output = compact({ effort, format: formatAnswerFormat(request.answerFormat, formatting) });
  return compact({
    model: request.model,
    max_tokens: maxTokens,
    ...formatMessages(request, formatting),
    ...formatTools(request, mayForce, formatting),
    ...formatParameters(request, isOn, formatting),
    thinking,
    output_config: Object.keys(output).length > 0 ? output : undefined,
    metadata: request.endUser === undefined ? undefined : { user_id: request.endUser },
    stream: request.stream || undefined,
  });
}

/** A model that thinks takes no sampling, and none takes both `temperature` and `top_p`. */
function formatParameters(request: ChatRequest, thinks: boolean, formatting: Formatting): JsonObject {
  const { capabilities, losses } = formatting;
  const { temperature, topP, topK } = samplingFor(request, capabilities.sampling && !thinks, 1, formatting);
  const isOne = temperature !== undefined && topP !== undefined;
  if (isOne && topP !== 1) losses.dropped("top_p");
  if (request.seed !== undefined) losses.dropped("seed");
  penaltiesFor(request, formatting);
  const stop = stopFor(request, Infinity, formatting);
  const visible = stop.filter((each) => each.trim() !== "");
  if (visible.length < stop.length) losses.dropped("stop");
  return compact({
    temperature,
    top_p: isOne ? undefined : topP,
    top_k: topK,
    stop_sequences: visible.length > 0 ? visible : undefined,
  });
}
