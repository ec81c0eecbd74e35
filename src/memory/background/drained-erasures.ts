import type { Erasure, ErasureStore, ErasureTarget } from "../erasure.ts";
import type { Once } from "../once.ts";
import type { Receipts } from "./receipts.ts";
import type { Scope } from "../scope.ts";

/** Erasures that find every receipt of this process: those that wait to be written are written first. */
export class DrainedErasures implements Pick<ErasureStore, "begin" | "get"> {
  readonly #store: Pick<ErasureStore, "begin" | "get">;
  readonly #receipts: Pick<Receipts, "drain">;

  constructor(store: Pick<ErasureStore, "begin" | "get">, receipts: Pick<Receipts, "drain">) {
    this.#store = store;
    this.#receipts = receipts;
  }

  async begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined> {
    await this.#receipts.drain();
    return await this.#store.begin(scope, target, once);
  }

  get(scope: Scope, id: string): Promise<Erasure | undefined> {
    return this.#store.get(scope, id);
  }
}
