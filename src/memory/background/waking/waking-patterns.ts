import type { Origin } from "../../layer.ts";
import type { Once } from "../../once.ts";
import type { Page, PageRequest } from "../../page.ts";
import type { Merge, Pattern, PatternContent, PatternStore, PatternVersion, PutStatus } from "../../pattern.ts";
import type { Scope } from "../../scope.ts";
import type { Receipts } from "../receipts.ts";
import type { BackgroundWorker } from "../background-worker.ts";

/**
 * Patterns whose writes wake the queue that gives them vectors. A merge erases: it finds every receipt of this process,
 * for those that wait are written first, and wakes the eraser.
 */
export class WakingPatterns implements PatternStore {
  readonly #store: PatternStore;
  readonly #receipts: Pick<Receipts, "drain">;
  readonly #queue: Pick<BackgroundWorker, "wake">;
  readonly #eraser: Pick<BackgroundWorker, "wake">;

  constructor(
    store: PatternStore,
    behind: {
      receipts: Pick<Receipts, "drain">;
      queue: Pick<BackgroundWorker, "wake">;
      eraser: Pick<BackgroundWorker, "wake">;
    },
  ) {
    this.#store = store;
    this.#receipts = behind.receipts;
    this.#queue = behind.queue;
    this.#eraser = behind.eraser;
  }

  async put(
    scope: Scope,
    content: PatternContent,
    options: { origin: Origin; sessionId?: string },
    once?: Once,
  ): Promise<{ pattern: Pattern; status: PutStatus }> {
    const put = await this.#store.put(scope, content, options, once);
    this.#queue.wake();
    return put;
  }

  get(scope: Scope, id: string): Promise<Pattern | undefined> {
    return this.#store.get(scope, id);
  }

  list(scope: Scope, tags: string[], page: PageRequest): Promise<Page<Pattern>> {
    return this.#store.list(scope, tags, page);
  }

  history(scope: Scope, id: string, page: PageRequest): Promise<Page<PatternVersion> | undefined> {
    return this.#store.history(scope, id, page);
  }

  async edit(
    scope: Scope,
    id: string,
    edit: Partial<PatternContent>,
    options: { origin: Origin },
    once?: Once,
  ): Promise<Pattern | undefined> {
    const pattern = await this.#store.edit(scope, id, edit, options, once);
    if (pattern) this.#queue.wake();
    return pattern;
  }

  async merge(
    scope: Scope,
    id: string,
    from: readonly string[],
    options: { origin: Origin },
    once?: Once,
  ): Promise<Merge | undefined> {
    await this.#receipts.drain();
    const merge = await this.#store.merge(scope, id, from, options, once);
    if (merge) {
      this.#queue.wake();
      this.#eraser.wake();
    }
    return merge;
  }
}
