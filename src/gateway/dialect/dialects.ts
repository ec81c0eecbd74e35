import type { Origin } from "../chat/request.ts";
import * as anthropicError from "./anthropic/error.ts";
import * as anthropicFormatAnswer from "./anthropic/format-answer.ts";
import * as anthropicFormatRequest from "./anthropic/format-request.ts";
import * as anthropicParseRequest from "./anthropic/parse-request.ts";
import * as anthropicReadAnswer from "./anthropic/read-answer.ts";
import * as anthropicStreamReader from "./anthropic/stream-reader.ts";
import * as anthropicStreamWriter from "./anthropic/stream-writer.ts";
import type { CallerDialect, UpstreamDialect } from "./dialect.ts";
import * as geminiError from "./gemini/error.ts";
import * as geminiFormatRequest from "./gemini/format-request.ts";
import * as geminiReadAnswer from "./gemini/read-answer.ts";
import * as geminiStreamReader from "./gemini/stream-reader.ts";
import * as openaiError from "./openai/error.ts";
import * as openaiFormatAnswer from "./openai/format-answer.ts";
import * as openaiFormatRequest from "./openai/format-request.ts";
import * as openaiParseRequest from "./openai/parse-request.ts";
import * as openaiReadAnswer from "./openai/read-answer.ts";
import * as openaiStreamReader from "./openai/stream-reader.ts";
import * as openaiStreamWriter from "./openai/stream-writer.ts";

/** How providers are spoken to, by their dialect. */
export const upstreams: Readonly<Record<Origin, UpstreamDialect>> = {
  openai: { name: "openai", ...openaiFormatRequest, ...openaiReadAnswer, ...openaiStreamReader, ...openaiError },
  anthropic: {
    name: "anthropic",
    ...anthropicFormatRequest,
    ...anthropicReadAnswer,
    ...anthropicStreamReader,
    ...anthropicError,
  },
  gemini: { name: "gemini", ...geminiFormatRequest, ...geminiReadAnswer, ...geminiStreamReader, ...geminiError },
};

/** How callers are spoken to, by theirs. */
export const callers: Readonly<Record<CallerDialect["name"], CallerDialect>> = {
  openai: { name: "openai", ...openaiParseRequest, ...openaiFormatAnswer, ...openaiStreamWriter, ...openaiError },
  anthropic: {
    name: "anthropic",
    ...anthropicParseRequest,
    ...anthropicFormatAnswer,
    ...anthropicStreamWriter,
    ...anthropicError,
  },
};
