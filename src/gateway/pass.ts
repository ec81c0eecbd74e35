import type { AnswerReader } from "./answer-reader.ts";
import type { ChatEvent } from "./chat/event.ts";
import type { Watch } from "./watch.ts";

/**
 * An answer's bytes as they are; what they say is read behind each piece, when it is on its way. What cannot be read
 * passes all the same. The last byte is followed by the end only when the watch has ended too.
 */
export async function* pass(
  body: AsyncIterable<Uint8Array>,
  reader: AnswerReader,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  let readable = true;
  let isWhole = false;
  try {
    for await (const chunk of body) {
      yield chunk;
      if (readable) readable = tryToSee(watch, () => reader.push(chunk));
    }
    isWhole = true;
  } finally {
    if (readable) watch.see(reader.close(isWhole));
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
