import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import { outcomeOf, type CompletionObserver, type Observation, type Outcome } from "../../gateway/observation.ts";

/**
 * A span for each request to a model, by OpenTelemetry's conventions for generative AI (attributes `gen_ai.*`, version
 * 1.37). Without an SDK in the process the API does nothing. What was said is never in them.
 */
export class GatewaySpans implements CompletionObserver {
  readonly #tracer = trace.getTracer("cairn");

  ended(observation: Observation): void {
    const { request, target, model, startedAtMs, durationMs } = observation;
    const parent = propagation.extract(context.active(), request.headers);
    const options = { kind: SpanKind.CLIENT, startTime: startedAtMs };
    const span = this.#tracer.startSpan(`chat ${target?.model ?? model}`, options, parent);
    if (!span.isRecording()) return;
    span.setAttributes(attributesOf(observation));
    const outcome = outcomeOf(observation);
    if (outcome !== "complete") {
      span.setAttribute("error.type", errorType(observation, outcome));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(startedAtMs + durationMs);
  }
}

/** The status of a refusal: an answer that broke off began with 200. */
function errorType({ status, error, answer }: Observation, outcome: Outcome): string {
  if (status !== undefined && status >= 400) return String(status);
  return error ?? answer?.error?.kind ?? outcome;
}

function attributesOf(observation: Observation): Attributes {
  const { request, target, model, isStream, firstTokenMs, answer, usage, memory } = observation;
  return present({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": target && (target.provider.otelName ?? target.provider.id),
    "gen_ai.request.model": target?.model ?? model,
    "gen_ai.request.stream": isStream,
    "gen_ai.response.id": answer?.id,
    "gen_ai.response.model": answer?.model,
    "gen_ai.response.finish_reasons": answer?.finish && [answer.finish.reason],
    "gen_ai.response.time_to_first_chunk": firstTokenMs && firstTokenMs / 1_000,
    "gen_ai.usage.input_tokens": usage && usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0),
    "gen_ai.usage.output_tokens": usage?.output,
    "gen_ai.usage.cache_read.input_tokens": usage?.cacheRead,
    "gen_ai.usage.cache_creation.input_tokens": usage?.cacheWrite,
    "server.address": target && new URL(target.provider.url).hostname,
    "cairn.request_id": request.requestId,
    "cairn.caller.dialect": request.dialect,
    "cairn.memory": memory && (memory.reason ?? "applied"),
    "cairn.memory.items": memory?.items,
    "cairn.memory.tokens": memory?.tokens,
    "cairn.memory.seconds": memory && memory.ms / 1_000,
    "cairn.retrieval_id": memory?.retrievalId,
  });
}

function present(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined && value !== ""));
}
