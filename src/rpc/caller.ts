import { createContextKey, type ContextKey, type ContextValues } from "@connectrpc/connect";
import type { Caller } from "../account/account.ts";
import { callKey, type Call } from "../call.ts";
import { AppError } from "../error.ts";
import { systemUser, type Scope } from "../memory/scope.ts";

/** Set by the gate; absent where an RPC was called without a key and needs none. */
export const callerKey: ContextKey<Caller | undefined> = createContextKey<Caller | undefined>(undefined, {
  description: "the authenticated caller",
});

export type WithValues = { readonly values: ContextValues };

/** The caller of an RPC that needs a key. */
export function callerOf(context: WithValues): Caller {
  const caller = context.values.get(callerKey);
  if (caller === undefined) throw new AppError("unauthenticated", "an API key is needed");
  return caller;
}

/** The call behind an RPC. Throws where the listener gave it none, which is a fault of ours. */
export function callOf(values: ContextValues): Call {
  const call = values.get(callKey);
  if (call === undefined) throw new Error("the listener gave the request no call");
  return call;
}

/**
 * Whose memory: the user that the key is bound to, else the one that the request names, else `system`. A bound key that
 * names another user is refused, so it can neither read nor write `system`'s memory by name.
 */
export function scopeOf(context: WithValues, requested: string | undefined): Scope {
  const { account, key } = callerOf(context);
  if (key.user !== undefined && requested !== undefined && requested !== key.user) {
    throw new AppError("permission_denied", `user_id: this key acts for the user "${key.user}" only`, {
      details: [{ field: "user_id", message: "must be absent or the user that the key is bound to" }],
    });
  }
  return { account: account.id, user: key.user ?? requested ?? systemUser };
}
