import { randomUUID } from "node:crypto";
import { ConnectError } from "@connectrpc/connect";
import type { Account, Caller, Key } from "../account/account.ts";
import type { Call } from "../call.ts";
import type { Ask } from "../mcp/asker.ts";
import type { LocalAsk } from "../mcp/local.ts";
import type { Logger } from "../observe/log.ts";
import { accessOf } from "../rpc/access.ts";
import { admit, type GatePorts } from "../rpc/gate/admit.ts";

/** Who asks in a command: somebody with a key, or whoever owns the data folder, for an account. */
export type Identity = { credential: string } | { account: Account };

/** RPCs of a command that serves nobody else. With a key each is let in and counted as it is over the network. */
export function askAs(identity: Identity, localAsk: LocalAsk, gate: GatePorts, log: Logger): Ask {
  return async (method, request, signal) => {
    const call = callOf("credential" in identity ? identity.credential : undefined);
    try {
      const caller = "account" in identity ? ownerOf(identity.account) : await admit(call, accessOf(method), gate);
      if (caller === undefined) throw new Error("an RPC that needs no key is not asked here");
      return await localAsk(call, caller)(method, request, signal);
    } catch (error) {
      const { requestId, note } = call;
      if (note.cause !== undefined) log.error({ request: requestId, rpc: note.rpc, err: note.cause }, "an RPC failed");
      // By it, whoever reads the error finds its line in the log.
      if (error instanceof ConnectError) error.metadata.set("x-request-id", requestId);
      throw error;
    }
  };
}

function callOf(credential: string | undefined): Call {
  return {
    requestId: randomUUID(),
    address: "local",
    startedAtMs: performance.now(),
    note: {},
    header: (name) => (name === "authorization" && credential !== undefined ? `Bearer ${credential}` : undefined),
    repeated: () => undefined,
    setHeader: () => undefined,
    cutAfter: () => undefined,
  };
}

/** Who can read and write the folder needs no key to its memory. */
function ownerOf(account: Account): Caller {
  const key: Key = {
    id: "key_local",
    account: account.id,
    name: "local",
    scopes: ["memory:read", "memory:write"],
    createdAtMs: account.createdAtMs,
  };
  return { account, key };
}
