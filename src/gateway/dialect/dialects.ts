import type { Origin } from "../chat/request.ts";
import * as anthropicAnswer from "./anthropic/answer.ts";
import * as anthropicCallerAnswer from "./anthropic/caller-answer.ts";
import * as anthropicError from "./anthropic/error.ts";
import * as anthropicFormatRequest from "./anthropic/format-request.ts";
import * as anthropicParseRequest from "./anthropic/parse-request.ts";
import * as anthropicStreamReader from "./anthropic/stream-reader.ts";
import * as anthropicStreamWriter from "./anthropic/stream-writer.ts";
import type { CallerDialect, UpstreamDialect } from "./dialect.ts";
import * as geminiAnswer from "./gemini/answer.ts";
import * as geminiError from "./gemini/error.ts";
import * as geminiFormatRequest from "./gemini/format-request.ts";
import * as geminiStreamReader from "./gemini/stream-reader.ts";
import * as openaiAnswer from "./openai/answer.ts";
import * as openaiCallerAnswer from "./openai/caller-answer.ts";
import * as openaiError from "./openai/error.ts";
import * as openaiFormatRequest from "./openai/format-request.ts";
import * as openaiParseRequest from "./openai/parse-request.ts";
import * as openaiStreamReader from "./openai/stream-reader.ts";
import * as openaiStreamWriter from "./openai/stream-writer.ts";

/** How providers are spoken to, by their dialect. */
export const upstreams: Readonly<Record<Origin, UpstreamDialect>> = {
  openai: { name: "openai", ...openaiFormatRequest, ...openaiAnswer, ...openaiStreamReader, ...openaiError },
  anthropic: {
    name: "anthropic",
    ...anthropicFormatRequest,
    ...anthropicAnswer,
    ...anthropicStreamReader,
    ...anthropicError,
  },
  gemini: { name: "gemini", ...geminiFormatRequest, ...geminiAnswer, ...geminiStreamReader, ...geminiError },
};

/** How callers are spoken to, by theirs. */
export const callers: Readonly<Record<CallerDialect["name"], CallerDialect>> = {
  openai: { name: "openai", ...openaiParseRequest, ...openaiCallerAnswer, ...openaiStreamWriter, ...openaiError },
  anthropic: {
    name: "anthropic",
    ...anthropicParseRequest,
    ...anthropicCallerAnswer,
    ...anthropicStreamWriter,
    ...anthropicError,
  },
};
