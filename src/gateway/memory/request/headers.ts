import type { HeaderFields } from "../../../call.ts";
import { invalid, type AppError } from "../../../error.ts";
import { checkUser } from "../../../memory/scope.ts";

/** A header's only, or first, value; `undefined` for an empty one. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  return firstOf(headers, name)?.trim() || undefined;
}

/** The same for a header that may be in UTF-8, else in Latin-1. */
export function textHeaderOf(headers: HeaderFields, name: string): string | undefined {
  const value = firstOf(headers, name) ?? "";
  return (utf8Of(value) ?? value).trim() || undefined;
}

/** The user that `X-Cairn-User` names. Errors: as `userNamed`. */
export function userHeaderOf(headers: HeaderFields): string | undefined {
  return userNamed(firstOf(headers, "x-cairn-user"));
}

/**
 * The user that a value of `X-Cairn-User` names, in UTF-8, held to the same as `user_id` is. Errors: invalid_argument, for
 * another encoding, what is no user's name, and where it is there and names nobody: a program that does not know its user
 * must not write what everybody is shown.
 */
export function userNamed(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const name = utf8Of(value);
  if (name === undefined) {
    throw invalid("X-Cairn-User", `must be UTF-8, got ${JSON.stringify(value.slice(0, 100))} in another encoding`);
  }
  if (name.trim() === "")
    throw invalid("X-Cairn-User", "must name a user; leave the header out to use the memory that everybody shares");
  checkUser(name, "X-Cairn-User");
  return name;
}

/** For a request that names no user, with a key that requires one. `others`: what else than the header may name one. */
export function namesNobody(others: string): AppError {
  return invalid("X-Cairn-User", `must name a user if nothing else (${others}) does, because this key requires one`);
}

function firstOf(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Node makes a character of each byte. Trim the result, not the value: single bytes may look like white space. */
function utf8Of(value: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return undefined;
  }
}
