import { AppError } from "../../error.ts";
import type { ChatEvent } from "../chat/event.ts";
import { bodyFormOf } from "../chat/sse.ts";
import { thoughtsFrom } from "../chat/thoughts-from.ts";
import { beginningOf, withoutBeginning } from "../chat/without-beginning.ts";
import { upstreamDialects } from "../dialect/dialects.ts";
import { inCallersNames } from "../dialect/request/tool-names.ts";
import type { Reply } from "../exchange.ts";
import { capabilitiesOf } from "../model/families.ts";
import type { Target } from "../model/route.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import { hideInBody } from "../upstream/hide-key.ts";
import { readBody, valueOfBody } from "../upstream/read-body.ts";
import type { UpstreamAnswer } from "../upstream/upstreams.ts";
import { createAnswerReader, type AnswerReader } from "./answer-reader.ts";
import type { AnswerRecorder } from "./answer-recorder.ts";
import { answerWith, refusal, streamReply } from "./reply.ts";

/** An answer of a provider of another dialect, in the caller's. Its headers keep their order; its length is another. */
export async function translateAnswer(
  request: ParsedRequest,
  { provider, model }: Target,
  answer: UpstreamAnswer,
  recorder: AnswerRecorder,
): Promise<Reply> {
  const { status, headers } = answer;
  const dialect = inCallersNames(upstreamDialects[provider.dialect], () => request.chat().tools);
  const body = hideInBody(answer.body, provider.key);
  if (status >= 400) {
    const error = dialect.readError(status, valueOfBody(await readBody(body)));
    await recorder.end();
    return refusal(request, headers, error);
  }
  const { prefixMark } = capabilitiesOf(provider, model);
  const begun = withoutBeginning(prefixMark ? beginningOf(request.chat()) : "");
  const told = (events: ChatEvent[]) => thoughtsFrom(provider.id, begun(events));
  // Some servers answer whole, whatever was asked for.
  const form = bodyFormOf(answer, true);
  if (!request.stream || form === "whole") {
    const events = dialect.readAnswer(valueOfBody(await readBody(body)));
    recorder.record(events);
    await recorder.end();
    return answerWith(request, told(events), headers);
  }
  const reader = createAnswerReader(dialect, form);
  recorder.reader = reader;
  return streamReply(request, headers, eventsOf(body, reader, recorder, request.signal, told));
}

/**
 * What each piece of the wire means, together and as the caller is told it. A body that breaks off ends in an error event:
 * the head has been sent. Errors: the AppError for which the request is taken back.
 */
async function* eventsOf(
  body: AsyncIterable<Uint8Array>,
  reader: AnswerReader,
  recorder: AnswerRecorder,
  signal: AbortSignal,
  told: (events: ChatEvent[]) => ChatEvent[],
): AsyncIterable<ChatEvent[]> {
  let isWhole = false;
  try {
    try {
      for await (const chunk of body) {
        const events = reader.push(chunk);
        recorder.record(events);
        yield told(events);
      }
      isWhole = true;
    } catch {
      // The reader says so.
    }
    const last = reader.close(isWhole);
    recorder.record(last);
    // The caller learns of the end only when what came is stored.
    await recorder.end();
    if (!isWhole && signal.reason instanceof AppError) throw signal.reason;
    yield told(last);
  } finally {
    await recorder.end();
  }
}
