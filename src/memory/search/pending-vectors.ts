import { setTimeout as sleep } from "node:timers/promises";
import type { Embedder } from "../embedder.ts";
import type { IndexState, IndexStore } from "./index-store.ts";
import type { SearchRequest } from "./request.ts";

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

/** How long a search that has its own vector waits for those of what the account has just written. */
const settleMs = 150;
const settlePollMs = 10;

type Ports = { embedder: Pick<Embedder, "fingerprint" | "healthy">; store: Pick<IndexStore, "state"> };

/** Waits for vectors that come soon. Whether there was anything to wait for: then the state is another by now. */
export async function awaitVectors(
  account: string,
  state: IndexState,
  { awaitsReplies = true, awaitsUntilMs = Infinity }: SearchRequest,
  { embedder, store }: Ports,
): Promise<boolean> {
  const isPending = (at: IndexState | undefined): boolean =>
    at !== undefined &&
    embedder.healthy() &&
    at.fingerprint === embedder.fingerprint &&
    vectorsComeSoon(at) &&
    vectorsAreMissing(at, awaitsReplies);
  if (!isPending(state)) return false;
  const untilMs = Math.min(performance.now() + settleMs, awaitsUntilMs);
  while (isPending(await store.state(account)) && performance.now() < untilMs) await sleep(settlePollMs);
  return true;
}
