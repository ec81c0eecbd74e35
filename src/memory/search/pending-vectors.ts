import type { IndexState } from "./index-store.ts";

type Pending = Pick<IndexState, "pending" | "pendingReplies">;

/** Where more memories of an account than this have no vector yet, nobody waits for them: it would take too long. */
const pendingMax = 32;

/** Stores count them up to here: enough to know that they are too many. */
export const pendingCountedMax = pendingMax + 1;

/** Whether the vectors that are missing are few enough to come soon. */
export const vectorsComeSoon = ({ pending }: Pending): boolean => pending <= pendingMax;

/** Whether any is missing. Those of models' replies that the gateway stored count only where `awaitsReplies`. */
export const vectorsAreMissing = ({ pending, pendingReplies }: Pending, awaitsReplies: boolean): boolean =>
  pending > (awaitsReplies ? 0 : pendingReplies);
