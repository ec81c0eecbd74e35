import type { DialectName } from "../chat/request.ts";
import type { GatewayRequest } from "../exchange.ts";
import * as anthropicFormatAnswer from "./anthropic/answer/format-answer.ts";
import * as anthropicStreamReader from "./anthropic/answer/stream-reader.ts";
import * as anthropicStreamWriter from "./anthropic/answer/stream-writer.ts";
import * as anthropicEndpoint from "./anthropic/endpoint.ts";
import * as anthropicError from "./anthropic/error.ts";
import * as anthropicFormatRequest from "./anthropic/request/format-request.ts";
import * as anthropicParseRequest from "./anthropic/request/parse-request.ts";
import * as anthropicSystem from "./anthropic/system.ts";
import * as anthropicThoughts from "./anthropic/thoughts.ts";
import type { CallerDialect, UpstreamDialect } from "./dialect.ts";
import * as geminiStreamReader from "./gemini/answer/stream-reader.ts";
import * as geminiEndpoint from "./gemini/endpoint.ts";
import * as geminiError from "./gemini/error.ts";
import * as geminiFormatRequest from "./gemini/request/format-request.ts";
import * as openaiFormatAnswer from "./openai/answer/format-answer.ts";
import * as openaiStreamReader from "./openai/answer/stream-reader.ts";
import * as openaiStreamWriter from "./openai/answer/stream-writer.ts";
import * as openaiEndpoint from "./openai/endpoint.ts";
import * as openaiError from "./openai/error.ts";
import * as openaiFormatRequest from "./openai/request/format-request.ts";
import * as openaiParseRequest from "./openai/request/parse-request.ts";
import * as openaiSystem from "./openai/system.ts";

/** How providers are spoken to, by their dialect. */
export const upstreamDialects: Readonly<Record<DialectName, UpstreamDialect>> = {
  openai: {
    ...openaiEndpoint,
    ...openaiFormatRequest,
    ...openaiStreamReader,
    ...openaiError,
  },
  anthropic: {
    ...anthropicEndpoint,
    ...anthropicFormatRequest,
    ...anthropicThoughts,
    ...anthropicStreamReader,
    ...anthropicError,
  },
  gemini: {
    ...geminiEndpoint,
    ...geminiFormatRequest,
    ...geminiStreamReader,
    ...geminiError,
  },
};

/** How callers are spoken to, by theirs. */
export const callerDialects: Readonly<Record<GatewayRequest["dialect"], CallerDialect>> = {
  openai: {
    ...openaiParseRequest,
    ...openaiSystem,
    ...openaiFormatAnswer,
    ...openaiStreamWriter,
    ...openaiError,
  },
  anthropic: {
    ...anthropicParseRequest,
    ...anthropicSystem,
    ...anthropicEndpoint,
    ...anthropicFormatAnswer,
    ...anthropicStreamWriter,
    ...anthropicError,
  },
};
