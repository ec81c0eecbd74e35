import { bodyFormOf, formatSse, isWholeFrom } from "../chat/sse.ts";
import { callerDialects, upstreamDialects } from "../dialect/dialects.ts";
import type { Reply } from "../exchange.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import { readBody, valueOfBody } from "../upstream/read-body.ts";
import { streamHeaders, streamReply } from "./reply.ts";

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * A stream that begins before its answer is known: with a ping, by which its head goes out. Behind it comes what the answer
 * turns out to be: a stream as it is, a whole answer as the events that it means, and a refusal as the error event of a
 * stream. Errors of its body: those of `answer`.
 */
export function earlyReply(answer: Promise<Reply>, request: ParsedRequest): Reply {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(callerDialects[request.dialect].ping);
    yield* await streamOf(await answer, request);
  }
  return { status: 200, headers: streamHeaders, body: body() };
}

/** The reply is in the caller's dialect, whoever gave it. */
async function streamOf(reply: Reply, request: ParsedRequest): Promise<Pieces> {
  const { status, body } = reply;
  if (Buffer.isBuffer(body)) return eventsOf(status, body, request);
  const form = status < 400 ? bodyFormOf(reply, true) : "whole";
  const { isWhole, pieces } = form === "untold" ? await begin(body) : { isWhole: form === "whole", pieces: body };
  return isWhole ? eventsOf(status, await readBody(pieces), request) : pieces;
}

/** Reads the first bytes of a body, which tell whether it is one value; blank ones tell nothing, and are left out. */
async function begin(body: AsyncIterable<Uint8Array>) {
  const source = body[Symbol.asyncIterator]();
  let first = await source.next();
  while (!first.done && isWholeFrom(first.value) === undefined) first = await source.next();
  async function* pieces() {
    if (first.done) return;
    try {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => source };
    } finally {
      await source.return?.();
    }
  }
  return { isWhole: !first.done && isWholeFrom(first.value) === true, pieces: pieces() };
}

function eventsOf(status: number, body: Buffer, request: ParsedRequest): Pieces {
  const said = valueOfBody(body);
  const dialect = upstreamDialects[request.dialect];
  if (status >= 400) {
    const error = dialect.readError(status, said);
    return [Buffer.from(formatSse(callerDialects[request.dialect].formatStreamError(error)))];
  }
  const events = dialect.readAnswer(said).map((event) => [event]);
  return streamReply(request, {}, events).body;
}
