import { batchOf, embedEach, refusedMs } from "./embed-each.ts";
import { AppError } from "../../../error.ts";
import { harmlessText, type Embedder } from "../../embedder.ts";
import type { EmbeddingJob, EmbeddingStore } from "./embedding-store.ts";
import type { Base } from "../../search/base/base.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "../background-worker.ts";

/** A place in the order of all memories. */
export type MemoryPlace = Pick<EmbeddingJob, "account" | "id">;

/** What changing the embedder reads and writes. */
export interface GenerationStore {
  /** The vector space that is searched; `undefined` in a new folder. */
  active(): Promise<string | undefined>;
  /** The next memories behind a place, of all accounts, that have no vector of their text in a space. */
  lacking(fingerprint: string, after: MemoryPlace | undefined, limit: number): Promise<EmbeddingJob[]>;
  /** Whether a space has at least so many vectors. */
  holds(fingerprint: string, count: number): Promise<boolean>;
  /**
   * Makes a space the searched one, in one transaction; what still lacks a vector in it is to be embedded, and every
   * base is to be built anew. False where it is the active one already.
   */
  activate(fingerprint: string): Promise<boolean>;
  /** Deletes the vectors of all other spaces. */
  retire(fingerprint: string): Promise<void>;
}

export type GenerationOptions = BackgroundWorkerOptions & {
  store: GenerationStore;
  embeddings: Pick<EmbeddingStore, "complete">;
  base: Pick<Base, "accounts" | "drop">;
  /** The embedder to change to. */
  target: Embedder;
  /** Called once, when the target's space is the searched one. */
  onActive: () => void;
};

/** What one walk over all memories has done. */
type Walk = { stored: number; refused: number };

/** With fewer left after a pass it switches: writes go on, and the last ones are found by their words meanwhile. */
const fewRows = 256;

/**
 * Changes the embedder: the new space is filled in the background while searches use the old one, then the switch is
 * one transaction. What a crash leaves is gone on with at the next start.
 */
export class Generation extends BackgroundWorker {
  readonly #options: GenerationOptions;
  #told = false;
  #done = false;
  /** After most texts were refused they are not sent again before. */
  #heldUntilMs = 0;

  constructor(options: GenerationOptions) {
    super(5_000, options);
    this.#options = options;
  }

  override start(): void {
    this.#heldUntilMs = 0;
    super.start();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    if (this.#done || performance.now() < this.#heldUntilMs) return;
    const { store, target, base, onActive } = this.#options;
    const active = await store.active();
    if (active !== target.fingerprint) {
      // A folder without any vectors has nothing to fill.
      if (active !== undefined) await this.#fill(signal);
      if (signal.aborted) return;
      await store.activate(target.fingerprint);
    }
    if (!this.#told) onActive();
    this.#told = true;
    for (const account of await base.accounts()) await base.drop(account, { spare: target.fingerprint });
    await store.retire(target.fingerprint);
    this.#done = true;
  }

  /**
   * Until few memories lack a vector. Errors: unavailable, where the switch would cost searches more than a few texts: the
   * target is down, or refuses more than it has embedded.
   */
  async #fill(signal: AbortSignal): Promise<void> {
    const { store, target } = this.#options;
    let walk: Walk;
    do walk = await this.#walk(signal);
    while (walk.stored >= fewRows && !signal.aborted);
    if (signal.aborted) return;
    await target.embed([harmlessText], { signal });
    if (await store.holds(target.fingerprint, walk.refused)) return;
    this.#heldUntilMs = performance.now() + refusedMs;
    const what = `the new embedder refused ${walk.refused} texts, which is most of them`;
    throw new AppError("unavailable", `${what}; they are tried again after a restart or a day`);
  }

  /** Gives vectors to all memories that lack one. */
  async #walk(signal: AbortSignal): Promise<Walk> {
    const { store, target, embeddings } = this.#options;
    const walk: Walk = { stored: 0, refused: 0 };
    for (let after: MemoryPlace | undefined; !signal.aborted;) {
      const jobs = await store.lacking(target.fingerprint, after, batchOf(target));
      after = jobs.at(-1);
      if (after === undefined) break;
      const { done, refused, failure } = await embedEach(target, jobs, signal);
      if (done.length > 0) await embeddings.complete(target.fingerprint, done);
      if (failure) throw failure;
      walk.stored += done.length;
      walk.refused += refused.length;
    }
    return walk;
  }
}
