import type { Once } from "../once.ts";
import type { NewOutcome, OutcomeStore, RecordedOutcome } from "../outcome.ts";
import type { Scope } from "../scope.ts";
import type { Receipts } from "./receipts.ts";

/** Outcomes that find every retrieval of this process: of one that waits to be written, too. */
export class DrainedOutcomes implements OutcomeStore {
  readonly #store: OutcomeStore;
  readonly #receipts: Pick<Receipts, "drain">;

  constructor(store: OutcomeStore, receipts: Pick<Receipts, "drain">) {
    this.#store = store;
    this.#receipts = receipts;
  }

  async record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined> {
    const recorded = await this.#store.record(scope, outcome, once);
    if (recorded) return recorded;
    await this.#receipts.drain();
    return this.#store.record(scope, outcome, once);
  }
}
