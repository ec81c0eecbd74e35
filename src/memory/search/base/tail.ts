import type { BaseBatch } from "./base.ts";
import type { FlushLease, FlushStore } from "./flush-store.ts";
import type { IndexChange } from "../index-store.ts";
import { bytesOf, PageRows } from "../page-rows.ts";

/** Changes of one batch, hence of one commit in LanceDB and of one transaction in SQL: neither may take long. */
export const pageRows = 500;
/** Changes read at a time, held in memory until they are published. */
const readRows = 8_000;
const readBytes = 32 * 2 ** 20;

/** Reads what accounts have above their flushed seq. */
export class Tails {
  readonly #store: Pick<FlushStore, "changes">;
  readonly #embedWaitMs: number;
  /** The first memory in an account's tail that awaits its vector, and since when it is known. */
  readonly #waiting = new Map<string, { seq: number; sinceMs: number }>();

  constructor(store: Pick<FlushStore, "changes">, embedWaitMs: number) {
    this.#store = store;
    this.#embedWaitMs = embedWaitMs;
  }

  /**
   * The changes above the flushed seq, one an id, up to the first memory that awaits its vector. Once that wait is
   * over, the tail is read whole: whatever else has no vector would wait for the same embedder.
   */
  async read({ account, flushedSeq }: FlushLease, wait: boolean): Promise<IndexChange[]> {
    const changes = new Map<string, IndexChange>();
    let waits = wait;
    let bytes = 0;
    const size = new PageRows(pageRows);
    for (let after = flushedSeq; changes.size < readRows && bytes < readBytes;) {
      const { rows } = size;
      const page = await this.#store.changes(account, after, rows);
      size.saw(page);
      for (const change of page) {
        if (waits && change.memory?.awaitsVector) {
          if (!this.#waited(account, change.seq)) return [...changes.values()];
          waits = false;
        }
        // One that changed while pages were read comes again with its later seq, and counts there only.
        changes.delete(change.id);
        changes.set(change.id, change);
        bytes += bytesOf(change);
      }
      if (page.length < rows) break;
      after = page.at(-1)!.seq;
    }
    return [...changes.values()];
  }

  /** Whether the tail has waited long enough for the vector of the memory with this seq. */
  #waited(account: string, seq: number): boolean {
    const known = this.#waiting.get(account);
    if (known && seq <= known.seq) return performance.now() >= known.sinceMs + this.#embedWaitMs;
    this.#waiting.set(account, { seq, sinceMs: performance.now() });
    return false;
  }
}

/** The changes as the base takes them: a batch for each slice. */
export async function* batchesOf(slices: IndexChange[][]): AsyncIterable<BaseBatch> {
  for (const slice of slices)
    yield {
      memories: slice.flatMap(({ memory }) => memory ?? []),
      removedIds: slice.flatMap(({ memory, id }) => (memory ? [] : id)),
    };
}
