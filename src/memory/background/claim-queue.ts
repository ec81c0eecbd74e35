import type { ClaimStore, MessageToRead, ReadingJob, ReadJob, ReadMessage } from "../graph/claim-store.ts";
import { claimsIn, isNotOfSpeaker, rulesVersion } from "../graph/extract.ts";
import type { Steps } from "../steps.ts";
import { ReadingQueue } from "./reading-queue.ts";

export type ClaimQueueOptions = {
  store: Pick<ClaimStore, "next" | "complete">;
  intervalMs?: number;
  /** Messages of one transaction. */
  batch?: number;
  onError?: (error: unknown) => void;
};

/** Reads what messages claim, in the background. */
export class ClaimQueue extends ReadingQueue<MessageToRead, ReadMessage, ReadingJob> {
  constructor({ store, intervalMs, batch = 100, onError }: ClaimQueueOptions) {
    const silent = new SilentMessages();
    super({
      next: (behind, limit) => store.next(rulesVersion, behind, limit),
      *read(message) {
        return silent.has(message) ? undefined : yield* read(message);
      },
      async complete(done) {
        const stored = await store.complete(rulesVersion, done);
        silent.note(done);
        return stored;
      },
      intervalMs,
      batch,
      onError,
    });
  }
}

function* read(message: MessageToRead): Steps<ReadMessage> {
  const claims = yield* claimsIn(message.text, message.saidAtMs);
  return { message, claims: message.isPattern ? claims.filter(isNotOfSpeaker) : claims };
}

/** So many messages that claim nothing are known as such: each comes again when it has its vector. */
const silentMax = 20_000;

class SilentMessages {
  /** The hash of the text of a message that claims nothing, by its id. */
  readonly #hashes = new Map<string, string>();

  has({ id, contentHash }: MessageToRead): boolean {
    return this.#hashes.get(id) === contentHash;
  }

  note(done: readonly ReadJob[]): void {
    for (const { read } of done) {
      for (const { message, claims } of read)
        if (claims.length === 0) this.#hashes.set(message.id, message.contentHash);
    }
    for (const oldest of this.#hashes.keys()) {
      if (this.#hashes.size <= silentMax) break;
      this.#hashes.delete(oldest);
    }
  }
}
