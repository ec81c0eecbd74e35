import type { Caller } from "../../account/account.ts";
import type { Call } from "../../call.ts";
import { invalid } from "../../error.ts";
import type { Access } from "../access.ts";
import { authenticate, type AuthPorts } from "./auth.ts";
import { count, setLimitHeaders, type RequestLimiter } from "./limit.ts";
import { permit } from "./permit.ts";

export type GatePorts = AuthPorts & { limiter: RequestLimiter };

/**
 * Lets a request in before its body is read: who calls, whether the plan allows one more, whether the key may, and
 * whether it says once whose memory it is about. In this order, so that a refused scope counts too; what needs no key is never counted, and told
 * what is left. Errors: unauthenticated, rate_limited, permission_denied, invalid_argument.
 */
export async function admit(call: Call, access: Access, ports: GatePorts): Promise<Caller | undefined> {
  const caller = await authenticate(call, access, ports);
  if (caller === undefined) {
    setLimitHeaders(call, ports.addresses.look(call.address, Date.now()));
    return undefined;
  }
  call.note.account = caller.account.id;
  call.note.key = caller.key.id;
  if (access === "optional") setLimitHeaders(call, ports.limiter.look(caller, Date.now()));
  else await count(call, caller, ports.limiter, 1);
  permit(caller, access);
  checkRepeated(call);
  return caller;
}

/** Node makes one value of several: two users would be a third, who is neither. Errors: invalid_argument. */
function checkRepeated(call: Call): void {
  const repeated = call.repeated();
  if (repeated !== undefined) throw invalid(repeated, "must be given only once");
}

/**
 * For pages that only an administrator may see: a request with a good key is not counted, and told what is left. Errors:
 * unauthenticated, permission_denied, rate_limited.
 */
export async function authorizeAdmin(call: Call, ports: GatePorts): Promise<void> {
  const caller = await authenticate(call, "admin", ports);
  if (caller === undefined) return;
  setLimitHeaders(call, ports.limiter.look(caller, Date.now()));
  permit(caller, "admin");
}
