import { AppError } from "../../error.ts";
import type { Once } from "../once.ts";
import type { NewOutcome, OutcomeStore, RecordedOutcome } from "../entity/outcome.ts";
import type { Scope } from "../scope.ts";
import type { Receipts } from "./receipts.ts";

/** Outcomes that find every retrieval of this process: of one that waits to be written, too. */
export class DrainedOutcomes implements OutcomeStore {
  readonly #store: OutcomeStore;
  readonly #receipts: Pick<Receipts, "drain" | "get">;

  constructor(store: OutcomeStore, receipts: Pick<Receipts, "drain" | "get">) {
    this.#store = store;
    this.#receipts = receipts;
  }

  /** Errors: as OutcomeStore; AppError unavailable, where the retrieval cannot be written now. */
  async record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined> {
    const recorded = await this.#store.record(scope, outcome, once);
    if (recorded) return recorded;
    await this.#receipts.drain();
    const drained = await this.#store.record(scope, outcome, once);
    if (drained || !(await this.#receipts.get(scope, outcome.retrievalId))) return drained;
    throw new AppError("unavailable", "the receipt of this retrieval could not be written yet", { retryAfterS: 1 });
  }
}
