import { AppError } from "../error.ts";
import { systemUser } from "../memory/scope.ts";

/** Whose memory a request is about: the key's user, else the one that it names. Errors: permission_denied for another's. */
export function userOf(bound: string | undefined, named: string | undefined): string {
  if (bound !== undefined && named !== undefined && named !== bound) {
    throw new AppError("permission_denied", `X-Cairn-User: this key acts for the user "${bound}" only`);
  }
  return bound ?? named ?? systemUser;
}
