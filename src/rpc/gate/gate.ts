import type { HandlerContext } from "@connectrpc/connect";
import type { Limiter } from "../../account/limiter.ts";
import { accessOf, rpcName } from "../access.ts";
import { callerKey, callOf } from "../caller.ts";
import { toReported } from "../interceptor/error.ts";
import { authenticate, type AuthPorts } from "./auth.ts";
import { count } from "./limit.ts";
import { permit } from "./permit.ts";

export type GatePorts = AuthPorts & { limiter: Pick<Limiter, "take"> };
export type Gate = (context: HandlerContext) => Promise<void>;

/**
 * What every request of every protocol passes before its body is read: who calls, whether the plan allows one more,
 * whether the key may. In this order, so that a refused scope counts too. Health is never counted.
 */
export function createGate(ports: GatePorts): Gate {
  return async ({ method, values }) => {
    const call = callOf(values);
    const { note } = call;
    note.rpc = rpcName(method);
    try {
      const access = accessOf(method);
      const caller = await authenticate(call, access, ports);
      if (caller === undefined) return;
      values.set(callerKey, caller);
      note.account = caller.account.id;
      note.key = caller.key.id;
      if (access !== "optional") await count(call, caller, ports.limiter, 1);
      permit(caller, access);
    } catch (error) {
      throw toReported(error, call);
    }
  };
}
