import type { Call } from "../../call.ts";
import type { AdmitPorts } from "./admit.ts";
import { authenticate } from "./auth.ts";
import { setLimitHeaders } from "./limit.ts";
import { permit } from "./permit.ts";

/**
 * For pages that only an administrator may see: a request with a good key is not counted, and told what is left. Errors:
 * unauthenticated, permission_denied, rate_limited.
 */
export async function authorizeAdmin(call: Call, ports: AdmitPorts): Promise<void> {
  const caller = await authenticate(call, "admin", ports);
  if (caller === undefined) return;
  setLimitHeaders(call, ports.limiter.look(caller.account, Date.now()));
  permit(caller, "admin");
}
