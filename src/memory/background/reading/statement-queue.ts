import type { Reader } from "./reader.ts";
import { statementRulesVersion } from "../../rulebook/read-message.ts";
import type {
  StatementResult,
  StatementMessage,
  StatementJob,
  StatementStore,
} from "../../rulebook/statement-store.ts";
import { ReadingQueue } from "./reading-queue.ts";
import type { BackgroundWorkerOptions } from "../background-worker.ts";

export type StatementQueueOptions = BackgroundWorkerOptions & {
  store: Pick<StatementStore, "next" | "complete">;
  reader: Reader;
  /** Messages of one transaction. */
  batch?: number;
};

/** Reads what messages state, in the background. */
export class StatementQueue extends ReadingQueue<StatementMessage, StatementResult, StatementJob> {
  constructor({ store, reader, intervalMs, batch = 50, onError }: StatementQueueOptions) {
    super({
      next: (behind, limit) => store.next(statementRulesVersion, behind, limit),
      async read(messages) {
        const { read, tookMs } = await reader.read(
          "statements",
          messages.map(({ text, before }) => ({ text, before: before?.text })),
        );
        return { read: messages.map((message, i) => ({ message, ...read[i]! })), tookMs };
      },
      complete: (done) => store.complete(statementRulesVersion, done),
      intervalMs,
      batch,
      onError,
    });
  }
}
