import type { Caller, KeyScope } from "../../account/account.ts";
import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";
import type { Deadlines } from "../../rest/deadlines.ts";
import { RequestTimeout } from "../../rest/errors.ts";
import type { Exchange } from "../../rest/exchange.ts";
import { readJsonBody, type BodyBounds } from "../../rest/transcode/body.ts";
import { admit, type GatePorts } from "../../rpc/gate/admit.ts";

/** Lets in a request, which needs a key. Errors: as `admit`. */
export async function admitKey(call: Call, scopes: KeyScope | readonly KeyScope[], ports: GatePorts): Promise<Caller> {
  const caller = await admit(call, scopes, ports);
  if (caller === undefined) throw new AppError("unauthenticated", "an API key is required");
  return caller;
}

/** Reads a JSON body, which must arrive in time. Errors: as `readJsonBody`; RequestTimeout. */
export function receiveJson(exchange: Exchange, bounds: BodyBounds, deadlines: Deadlines): Promise<Buffer> {
  return deadlines.within(readJsonBody(exchange, bounds), () => new RequestTimeout());
}
