import { Flusher, tailBounds } from "../../memory/background/flushing/flusher.ts";
import type { Base } from "../../memory/search/base/base.ts";
import type { FlushStore } from "../../memory/search/base/flush-store.ts";
import { BeingFlushedError } from "../../memory/search/base/held-lease.ts";

/** A server beside us may be flushing the account: it is waited for this long. */
const purgeWaitMs = 60_000;

/** `dimensions` of the account's vectors; without them nothing is flushed. */
export type Rebuilding = { flushes: FlushStore; base: Base; dimensions: number | undefined; residentRows: number };

/** Builds the index of an account anew; once more where a server beside us took the account's lease meanwhile. */
export async function rebuildIndex(account: string, rebuilding: Rebuilding): Promise<void> {
  try {
    await rebuildOnce(account, rebuilding);
  } catch (error) {
    if (!(error instanceof BeingFlushedError)) throw error;
    await rebuildOnce(account, rebuilding);
  }
}

/** Forgets what was flushed, drops the table, and flushes again what does not fit into memory. */
async function rebuildOnce(account: string, { flushes, base, dimensions, residentRows }: Rebuilding): Promise<void> {
  const flusher = new Flusher({ store: flushes, base, dimensions: () => dimensions ?? 0, purgeWaitMs });
  await flushes.reset(account);
  // With nothing flushed, a purge drops the table, under the account's lease.
  await flusher.purge(account);
  const due = await flushes.due(tailBounds(residentRows), Number.MAX_SAFE_INTEGER);
  if (dimensions !== undefined && due.includes(account)) await flusher.flushAccount(account);
}
