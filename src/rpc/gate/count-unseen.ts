import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";
import type { GatePorts } from "./admit.ts";
import { authenticate } from "./auth.ts";
import { count, setLimitHeaders } from "./limit.ts";

/**
 * Counts a request that no RPC will see (an unknown path, a wrong method, a page), so that its answer tells what is left
 * like every other: for the account where a good key came with it, else for the address. That a key is no good refuses
 * nothing, where none is needed. Errors: rate_limited.
 */
export async function countUnseen(call: Call, ports: GatePorts): Promise<void> {
  try {
    const caller = await authenticate(call, "memory:read", ports);
    if (caller !== undefined) await count(call, caller, ports.limiter, 1);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "rate_limited") throw error;
  }
}

/** Tells what the address of a request has left that is not counted: who asks for the methods of a path sends no key. */
export function tellLeft(call: Call, { addresses }: Pick<GatePorts, "addresses">): void {
  setLimitHeaders(call, addresses.look(call.address, Date.now()));
}
