import { LRUCache } from "lru-cache";
import type { ClaimStore, ClaimResult, ClaimMessage, ClaimJob, ClaimJobResult } from "../../graph/claim-store.ts";
import { claimRulesVersion } from "../../graph/extract.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Reader } from "./reader.ts";
import { ReadingQueue } from "./reading-queue.ts";
import type { BackgroundWorkerOptions } from "../background-worker.ts";

export type ClaimQueueOptions = BackgroundWorkerOptions & {
  store: Pick<ClaimStore, "next" | "complete">;
  reader: Reader;
  /** Derived anew from what was read. */
  graph?: Pick<Graph, "refresh">;
  /** Messages of one transaction. */
  batch?: number;
};

/** Reads what messages claim, in the background. */
export class ClaimQueue extends ReadingQueue<ClaimMessage, ClaimResult, ClaimJob> {
  constructor({ store, reader, graph, intervalMs, batch = 100, onError }: ClaimQueueOptions) {
    const silent = new SilentMessages();
    super({
      next: (behind, limit) => store.next(claimRulesVersion, behind, limit),
      async read(messages) {
        const spoken = messages.filter((message) => !silent.has(message));
        const { read, tookMs } = await reader.read(
          "claims",
          spoken.map(({ text, saidAtMs, isOfAnother }) => ({ text, saidAtMs, isOfAnother })),
        );
        return { read: spoken.map((message, i) => ({ message, claims: read[i]! })), tookMs };
      },
      async complete(done) {
        const stored = await store.complete(claimRulesVersion, done);
        silent.note(done);
        if (graph) await refresh(graph, done);
        return stored;
      },
      intervalMs,
      batch,
      onError,
    });
  }
}

async function refresh(graph: Pick<Graph, "refresh">, done: readonly ClaimJobResult[]): Promise<void> {
  for (const { job, read } of done) {
    const users = new Set(read.map(({ message }) => message.user));
    for (const user of users) await graph.refresh({ account: job.account, user });
  }
}

/** So many messages that claim nothing are known as such: each comes again when it has its vector. */
const silentMax = 20_000;

class SilentMessages {
  /** The hash of the text of a message that claims nothing, by its id. */
  readonly #hashes = new LRUCache<string, string>({ max: silentMax });

  has({ id, contentHash }: ClaimMessage): boolean {
    return this.#hashes.get(id) === contentHash;
  }

  note(done: readonly ClaimJobResult[]): void {
    for (const { read } of done) {
      for (const { message, claims } of read)
        if (claims.length === 0) this.#hashes.set(message.id, message.contentHash);
    }
  }
}
