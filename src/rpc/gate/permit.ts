import { AppError } from "../../error.ts";
import type { Access } from "../access.ts";
import type { Caller } from "../caller.ts";

/** Errors: permission_denied, for a good key that lacks the scope that the RPC asks for. */
export function permit(caller: Caller, access: Access): void {
  if (access === "none" || access === "optional" || caller.key.scopes.includes(access)) return;
  throw new AppError("permission_denied", `this key lacks the scope ${access}; ask for a key that has it`);
}
