import type { Caller } from "../../account/account.ts";
import { AppError } from "../../error.ts";
import type { Access } from "../access.ts";

/** Errors: permission_denied, for a good key that lacks the scope that the RPC asks for. */
export function permit(caller: Caller, access: Access): void {
  if (access === "none" || access === "optional") return;
  const scopes = typeof access === "string" ? [access] : access;
  if (scopes.some((scope) => caller.key.scopes.includes(scope))) return;
  throw new AppError("permission_denied", `this key lacks the scope ${scopes.join(" or ")}: use a key that has it`);
}
