import type { Receipts } from "../../../memory/background/receipts.ts";
import type { OutcomeStore } from "../../../memory/entity/outcome.ts";
import type { Scope } from "../../../memory/scope.ts";
import type { Verdict } from "./verdict.ts";

export type CreditPorts = {
  /** The retrieval that a stored turn was shown, by the places of its messages; `undefined` where none is known. */
  retrievalOf(scope: Scope, thread: string, chains: readonly string[]): Promise<string | undefined>;
  retrievals: Pick<Receipts, "get">;
  outcomes: Pick<OutcomeStore, "record">;
};

/** Records what a user said of an answer as an implicit outcome of the memories that were retrieved for it. */
export function creditShown({ retrievalOf, retrievals, outcomes }: CreditPorts) {
  return async (scope: Scope, { reporter, threadId, chains, success, memoryIds }: Verdict): Promise<void> => {
    const retrievalId = await retrievalOf(scope, threadId, chains);
    const shown = retrievalId === undefined ? undefined : await retrievals.get(scope, retrievalId);
    // A fact is shown with the messages that say so: these were not retrieved themselves.
    const credited = memoryIds.filter((id) => shown?.results.some((each) => each.id === id));
    if (retrievalId === undefined || credited.length === 0) return;
    await outcomes.record(reporter, { retrievalId, success, memoryIds: credited, implicit: true });
  };
}
