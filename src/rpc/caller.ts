import { createContextKey, type ContextKey, type ContextValues } from "@connectrpc/connect";
import type { Caller } from "../account/account.ts";
import { callKey, type Call } from "../call.ts";
import { AppError, invalid } from "../error.ts";
import { namesNobody, userNamed } from "../gateway/memory/request/headers.ts";
import { systemUser, type Scope } from "../memory/scope.ts";

/** Set by the gate; absent where an RPC was called without a key and needs none. */
export const callerKey: ContextKey<Caller | undefined> = createContextKey<Caller | undefined>(undefined, {
  description: "the authenticated caller",
});

export type WithValues = { readonly values: ContextValues };

/** The caller of an RPC that needs a key. */
export function callerOf(context: WithValues): Caller {
  const caller = context.values.get(callerKey);
  if (caller === undefined) throw new AppError("unauthenticated", "an API key is required");
  return caller;
}

/** The call behind an RPC. Throws where the listener gave it none, which is a fault of ours. */
export function callOf(values: ContextValues): Call {
  const call = values.get(callKey);
  if (call === undefined) throw new Error("the listener gave the request no call");
  return call;
}

/**
 * Whose memory: the user that the key is bound to, else the one that the request names, else the one that the header
 * `X-Cairn-User` names, else `system`. A bound key that names another user is refused, so it can neither read nor write
 * `system`'s memory by name. Errors: permission_denied; invalid_argument, where request and header name two users, or
 * nobody, and the key requires one.
 */
export function scopeOf(context: WithValues, requested: string | undefined): Scope {
  const { account, key } = callerOf(context);
  const user = userOf(context, requested);
  if (user === undefined && key.requireUser) throw namesNobody("user_id");
  return { account: account.id, user: user ?? systemUser };
}

/**
 * Whose receipts, outcomes, erasures and users, which requests name by no `user_id`: those of the user that the key is
 * bound to or the header names, else all of the account. They are nobody's memory, so a key that requires a user needs
 * none here. Errors: permission_denied; invalid_argument, for a header that names no user.
 */
export function readerOf(context: WithValues): Scope {
  return { account: callerOf(context).account.id, user: userOf(context, undefined) ?? systemUser };
}

function userOf(context: WithValues, requested: string | undefined): string | undefined {
  const { key } = callerOf(context);
  const inHeader = userNamed(callOf(context.values).header("x-cairn-user"));
  if (key.user !== undefined) {
    refuseOther(key.user, "user_id", requested);
    refuseOther(key.user, "X-Cairn-User", inHeader);
  }
  if (requested !== undefined && inHeader !== undefined && requested !== inHeader) {
    throw invalid("X-Cairn-User", `must be absent or the same as user_id ("${requested}"), got "${inHeader}"`);
  }
  return key.user ?? requested ?? inHeader;
}

function refuseOther(bound: string, field: string, user: string | undefined): void {
  if (user === undefined || user === bound) return;
  throw new AppError("permission_denied", `${field}: this key may act only for the user "${bound}"`, {
    details: [{ field, message: "must be absent or the user that the key is bound to" }],
  });
}
