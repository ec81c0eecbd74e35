import { AppError } from "../../error.ts";
import { bodyFormOf } from "../chat/sse.ts";
import { upstreamDialects } from "../dialect/dialects.ts";
import type { Reply } from "../exchange.ts";
import type { Provider } from "../model/provider.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import { silenceOf } from "../upstream/failure.ts";
import { hideInBody } from "../upstream/hide-key.ts";
import { readBody } from "../upstream/read-body.ts";
import type { UpstreamAnswer } from "../upstream/upstreams.ts";
import { onePieceBytesMax } from "./answer-bounds.ts";
import { createAnswerReader } from "./answer-reader.ts";
import type { AnswerRecorder } from "./answer-recorder.ts";

/**
 * An answer of a provider of the caller's dialect: its own bytes, without a key of ours. A stream that we end while its
 * caller listens, as its request is taken back or its provider silent for too long, ends in an AppError that says why.
 * Errors: unavailable, where a whole one breaks off.
 */
export async function passAnswer(
  { dialect, signal, stream }: Pick<ParsedRequest, "dialect" | "signal" | "stream">,
  { id, key }: Provider,
  answer: UpstreamAnswer,
  recorder: AnswerRecorder,
): Promise<Reply> {
  const { status, headers, length = Infinity } = answer;
  const body = hideInBody(answer.body, key);
  const form = bodyFormOf(answer, stream);
  const reader = createAnswerReader(upstreamDialects[dialect], form);
  recorder.reader = reader;
  if (form === "whole" && length <= onePieceBytesMax) {
    const bytes = await readBody(body);
    reader.push(bytes);
    recorder.record(reader.close(true));
    await recorder.end();
    return { status, headers, body: bytes };
  }
  /** What cannot be read passes all the same. The last byte is followed by the end only when the recorder has ended too. */
  async function* pass(): AsyncGenerator<Uint8Array> {
    let readable = true;
    let isWhole = false;
    try {
      for await (const chunk of body) {
        yield chunk;
        // It is on its way.
        try {
          recorder.record(reader.push(chunk));
        } catch {
          readable = false;
        }
      }
      isWhole = true;
    } catch (failure) {
      throw signal.reason instanceof AppError ? signal.reason : (silenceOf(id, failure) ?? failure);
    } finally {
      if (readable) recorder.record(reader.close(isWhole));
      await recorder.end();
    }
  }
  return { status, headers, body: pass() };
}
