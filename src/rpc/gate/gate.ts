import type { HandlerContext } from "@connectrpc/connect";
import { accessOf, rpcName } from "../access.ts";
import { callerKey, callOf } from "../caller.ts";
import { toReported } from "../interceptor/error.ts";
import { admit, type GatePorts } from "./admit.ts";

/** What every RPC of every protocol passes before its body is read: see `admit`. */
export function createGate(ports: GatePorts) {
  return async ({ method, values }: HandlerContext): Promise<void> => {
    const call = callOf(values);
    call.note.rpc = rpcName(method);
    try {
      const caller = await admit(call, accessOf(method), ports);
      if (caller !== undefined) values.set(callerKey, caller);
    } catch (error) {
      throw toReported(error, call);
    }
  };
}
