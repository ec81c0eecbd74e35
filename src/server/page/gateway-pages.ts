import { noteFailure, type Call } from "../../call.ts";
import type { AppError } from "../../error.ts";
import type { GatewayRequest, Reply } from "../../gateway/exchange.ts";
import { toUpstreamError } from "../../gateway/fault.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { parsed, type ParsedRequest } from "../../gateway/parsed-request.ts";
import { refusal } from "../../gateway/answer/reply.ts";
import { passedQuery } from "../../gateway/upstream/query.ts";
import type { Page } from "../../rest/dispatch.ts";
import { toAppError } from "../../rest/errors.ts";
import type { Exchange } from "../../rest/exchange.ts";
import { forward } from "../../rest/forward.ts";
import type { BodyRoom } from "../../rest/body-room.ts";
import { whileCalled } from "../../rest/caller-gone.ts";
import { Deadlines } from "../../rest/deadlines.ts";
import type { GatePorts } from "../../rpc/gate/admit.ts";
import { modelBytes } from "../body-bytes.ts";
import { admitKey, receiveJson } from "./receive.ts";

/** What the official clients wait at most before they try again. */
const longestWaitS = 60;

/**
 * The gateway's paths whose bodies are another's words: they pass as bytes, beside the transcoder. A body is held in the
 * room until its answer has ended, for it may be sent again. What is open when `stopping` aborts is answered with its
 * reason.
 */
export function gatewayPages(
  gateway: Gateway,
  ports: GatePorts,
  requestTimeoutMs: number,
  room: BodyRoom,
  stopping: AbortSignal,
): [path: string, page: Page][] {
  const deadlines = new Deadlines(requestTimeoutMs);
  /** A model may think for minutes, but its request must arrive in time. */
  const page = (dialect: GatewayRequest["dialect"], answer: (request: ParsedRequest) => Promise<Reply>): Page => ({
    methods: ["POST"],
    counts: "itself",
    async serve(exchange) {
      const { call, request } = exchange;
      // Anthropic's clients look for it under this name.
      if (dialect === "anthropic") call.setHeader("request-id", call.requestId);
      try {
        const caller = await admitKey(call, "gateway", ports);
        using place = gateway.enter(caller);
        const signal = whileCalled(exchange, stopping, place.signal);
        using held = room.hold();
        const body = await receiveJson(exchange, { limit: modelBytes, held }, deadlines);
        const { headers } = request;
        const { requestId } = call;
        const query = passedQuery(request.url ?? "");
        const told = { tell: tellBy(call), noteFailure: (error: AppError) => noteFailure(call, error) };
        const given = { caller, dialect, body, headers, query, requestId, signal, ...told };
        await forward(exchange, await answer(parsed(given)), signal);
      } catch (thrown) {
        await refuse(exchange, dialect, toAppError(thrown));
      }
    },
  });
  const messages = page("anthropic", (request) => gateway.answerSoon(request));
  return [
    ["/v1/chat/completions", page("openai", (request) => gateway.answerSoon(request))],
    ["/v1/messages", messages],
    ["/v1/messages/count_tokens", page("anthropic", (request) => gateway.countTokens(request))],
    // What the AI SDK asks for where the base address ends in /v1.
    ["/v1/v1/messages", { ...messages, isAlias: true }],
  ];
}

function tellBy(call: Call): GatewayRequest["tell"] {
  return (headers) => {
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
  };
}

/** An error of ours, in the caller's dialect. */
async function refuse(exchange: Exchange, dialect: GatewayRequest["dialect"], error: AppError): Promise<void> {
  const { call } = exchange;
  noteFailure(call, error);
  const fault = toUpstreamError(error);
  const headers: Record<string, string> = error.isLasting ? { "x-should-retry": "false" } : {};
  if (error.retryAfterS !== undefined) {
    headers["retry-after"] = String(error.retryAfterS);
    // Clients would try again at once: they take no longer wait from a header.
    if (error.retryAfterS > longestWaitS) headers["x-should-retry"] = "false";
  }
  await forward(exchange, refusal({ dialect, requestId: call.requestId }, headers, fault));
}
