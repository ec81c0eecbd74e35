import { hash } from "node:crypto";
import type { JsonObject } from "../../../../json.ts";
import type { ChatRequest } from "../../../chat/request.ts";
import { maxTokensFor, penaltiesFor, samplingFor, stopFor } from "../../request/bounds.ts";
import { startFormatting, type Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";
import { schemaBlocks } from "../../request/schema-instruction.ts";
import { formatAnswerFormat } from "./answer-schema.ts";
import { formatMessages } from "./format-messages.ts";
import { formatReasoning } from "./reasoning.ts";
import { formatTools } from "./tools.ts";

const mostStops = 4;

export const asksToContinue = false;

/** A body of `POST /chat/completions`, of OpenAI or of those who speak as it does. */
export function formatRequest(asked: ChatRequest, formatting: Formatting): JsonObject {
  const request = startFormatting(asked, formatting);
  const system = [...request.system, ...schemaBlocks(request.answerFormat, formatting)];
  return {
    model: request.model,
    messages: formatMessages({ ...request, system }, formatting),
    ...formatTools(request, formatting),
    ...formatParameters(request, formatting),
    ...formatAnswerFormat(request.answerFormat, formatting),
    ...formatReasoning(request, formatting),
    ...formatUser(request, formatting),
    ...formatStream(request, formatting),
  };
}

function formatParameters(request: ChatRequest, formatting: Formatting): JsonObject {
  const { capabilities, losses } = formatting;
  const { temperature, topP, topK } = samplingFor(request, capabilities.sampling, 2, formatting);
  if (topK !== undefined) losses.dropped("top_k");
  const { frequencyPenalty, presencePenalty } = penaltiesFor(request, formatting);
  const stop = stopFor(request, mostStops, formatting);
  const { seed, maxCompletionTokens } = capabilities;
  if (request.seed !== undefined && seed === undefined) losses.dropped("seed");
  return compact({
    [maxCompletionTokens ? "max_completion_tokens" : "max_tokens"]: maxTokensFor(request, formatting),
    temperature,
    top_p: topP,
    frequency_penalty: frequencyPenalty,
    presence_penalty: presencePenalty,
    stop: stop.length > 0 ? stop : undefined,
    ...(seed && { [seed]: request.seed }),
  });
}

const longestUser = 64;

/** A longer name goes as its hash: the same for the same user. */
function formatUser({ endUser }: ChatRequest, { capabilities, losses }: Formatting): JsonObject {
  if (endUser === undefined) return {};
  if (!capabilities.endUser) {
    losses.dropped("user");
    return {};
  }
  if (endUser.length <= longestUser) return { user: endUser };
  losses.emulated("user");
  return { user: hash("sha256", endUser, "hex") };
}

/** Usage is always asked for: it is counted, whether the caller wants to see it or not. */
function formatStream({ stream }: ChatRequest, { capabilities }: Formatting): JsonObject {
  if (!stream) return {};
  return capabilities.streamOptions ? { stream, stream_options: { include_usage: true } } : { stream };
}
