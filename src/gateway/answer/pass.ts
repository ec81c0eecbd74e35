import { onePieceBytesMax } from "./answer-bounds.ts";
import { createAnswerReader, type AnswerReader } from "./answer-reader.ts";
import type { ChatEvent } from "../chat/event.ts";
import { upstreamDialects } from "../dialect/dialects.ts";
import type { Reply } from "../exchange.ts";
import type { Provider } from "../model/provider.ts";
import { hideInBody } from "../upstream/hide-key.ts";
import { readBody } from "../upstream/read-body.ts";
import type { UpstreamAnswer } from "../upstream/upstreams.ts";
import type { Watch } from "./watch.ts";

/**
 * An answer of a provider of the caller's dialect: its own bytes, but for a key of ours. Errors: unavailable, where a whole
 * one breaks off.
 */
export async function passAnswer(answer: UpstreamAnswer, { dialect, key }: Provider, watch: Watch): Promise<Reply> {
  const { status, headers, length = Infinity } = answer;
  const body = hideInBody(answer.body, key);
  const isStream = /^text\/event-stream/iu.test(String(headers["content-type"]));
  const reader = createAnswerReader(upstreamDialects[dialect], isStream);
  if (isStream || !(length <= onePieceBytesMax)) return { status, headers, body: pass(body, reader, watch) };
  const bytes = await readBody(body);
  reader.push(bytes);
  watch.see(reader.close(true));
  watch.miss(reader.unread);
  await watch.end();
  return { status, headers, body: bytes };
}

/**
 * An answer's bytes as they are; what they say is read behind each piece, when it is on its way. What cannot be read
 * passes all the same. The last byte is followed by the end only when the watch has ended too.
 */
async function* pass(body: AsyncIterable<Uint8Array>, reader: AnswerReader, watch: Watch): AsyncGenerator<Uint8Array> {
  let readable = true;
  let isWhole = false;
  try {
    for await (const chunk of body) {
      yield chunk;
      readable = tryToSee(watch, () => reader.push(chunk)) && readable;
    }
    isWhole = true;
  } finally {
    if (readable) watch.see(reader.close(isWhole));
    watch.miss(reader.unread);
    await watch.end();
  }
}

function tryToSee(watch: Watch, events: () => ChatEvent[]): boolean {
  try {
    watch.see(events());
    return true;
  } catch {
    return false;
  }
}
