import type { Call } from "../../call.ts";
import { authenticate, type AuthPorts } from "./auth.ts";
import { permit } from "./permit.ts";

/** For pages that only an administrator may see. Errors: unauthenticated, permission_denied, rate_limited. */
export async function authorizeAdmin(call: Call, ports: AuthPorts): Promise<void> {
  const caller = await authenticate(call, "admin", ports);
  if (caller !== undefined) permit(caller, "admin");
}
