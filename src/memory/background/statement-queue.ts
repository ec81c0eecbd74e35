import { readMessage, rulesVersion } from "../rulebook/read-message.ts";
import type { MessageToRead, ReadingJob, ReadMessage, StatementStore } from "../rulebook/statement-store.ts";
import { ReadingQueue } from "./reading-queue.ts";

export type StatementQueueOptions = {
  store: Pick<StatementStore, "next" | "complete">;
  intervalMs?: number;
  /** Messages of one transaction. */
  batch?: number;
  onError?: (error: unknown) => void;
};

/** Reads what messages state, in the background. */
export class StatementQueue extends ReadingQueue<MessageToRead, ReadMessage, ReadingJob> {
  constructor({ store, intervalMs, batch = 50, onError }: StatementQueueOptions) {
    super({
      next: (behind, limit) => store.next(rulesVersion, behind, limit),
      read: readMessage,
      complete: (done) => store.complete(rulesVersion, done),
      intervalMs,
      batch,
      onError,
    });
  }
}
