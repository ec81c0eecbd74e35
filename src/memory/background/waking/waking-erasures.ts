import type { Erasure, ErasureStore, ErasureTarget } from "../../erasure.ts";
import type { Once } from "../../once.ts";
import type { Scope } from "../../scope.ts";
import type { Receipts } from "../receipts.ts";
import type { BackgroundWorker } from "../background-worker.ts";

/** Erasures that find every receipt of this process, for those that wait are written first; then the eraser is woken. */
export class WakingErasures implements Pick<ErasureStore, "begin" | "get"> {
  readonly #store: Pick<ErasureStore, "begin" | "get">;
  readonly #receipts: Pick<Receipts, "drain">;
  readonly #eraser: Pick<BackgroundWorker, "wake">;

  constructor(
    store: Pick<ErasureStore, "begin" | "get">,
    behind: { receipts: Pick<Receipts, "drain">; eraser: Pick<BackgroundWorker, "wake"> },
  ) {
    this.#store = store;
    this.#receipts = behind.receipts;
    this.#eraser = behind.eraser;
  }

  async begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined> {
    await this.#receipts.drain();
    const erasure = await this.#store.begin(scope, target, once);
    if (erasure) this.#eraser.wake();
    return erasure;
  }

  get(scope: Scope, id: string): Promise<Erasure | undefined> {
    return this.#store.get(scope, id);
  }
}
