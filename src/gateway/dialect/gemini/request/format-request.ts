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

const mostStops = 5;

export const asksToContinue = false;

/** A body of `POST /models/<model>:generateContent`, streamed or not: the path says which, and names the model. */
export function formatRequest(asked: ChatRequest, formatting: Formatting): JsonObject {
  const request = startFormatting(asked, formatting);
  const config = {
    ...formatParameters(request, formatting),
    ...formatAnswerFormat(request.answerFormat, formatting),
    ...formatReasoning(request.reasoning, formatting),
  };
  const system = [...request.system, ...schemaBlocks(request.answerFormat, formatting)];
  if (request.endUser !== undefined) formatting.losses.dropped("user");
  return compact({
    ...formatMessages({ ...request, system }, formatting),
    ...formatTools(request, formatting),
    generationConfig: Object.keys(config).length > 0 ? config : undefined,
  });
}

function formatParameters(request: ChatRequest, formatting: Formatting): JsonObject {
  const { temperature, topP, topK } = samplingFor(request, formatting.capabilities.sampling, 2, formatting);
  const stop = stopFor(request, mostStops, formatting);
  return compact({
    maxOutputTokens: maxTokensFor(request, formatting),
    temperature,
    topP,
    topK,
    ...penaltiesFor(request, formatting),
    seed: request.seed,
    stopSequences: stop.length > 0 ? stop : undefined,
  });
}
