import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateKeyRequest, KeySchema } from "../../../gen/cairn/admin/v1/admin_pb.ts";
import { keyScopes, type Key, type KeyScope, type NewKey } from "../../account/account.ts";
import { invalid } from "../../error.ts";
import { systemUser } from "../../memory/scope.ts";
import { formatTime, parseOptionalTime } from "./time.ts";

const defaultScopes: KeyScope[] = ["memory:read", "memory:write", "gateway"];

export function parseNewKey(request: CreateKeyRequest, nowMs: number): NewKey {
  const key: NewKey = {
    name: request.name ?? "",
    scopes: request.scopes.length > 0 ? parseScopes(request.scopes) : defaultScopes,
    user: request.userId,
    expiresAtMs: parseOptionalTime("expires_at", request.expiresAt),
  };
  checkNewKey(key, nowMs);
  return key;
}

/** What holds for every key, wherever it is made. */
export function checkNewKey({ scopes, user, expiresAtMs }: NewKey, nowMs: number): void {
  if (user === systemUser) throw invalid("user_id", `must be a user; nobody acts for "${systemUser}" alone`);
  if (user !== undefined && scopes.includes("admin")) {
    throw invalid("scopes", "must not hold admin for a key that is bound to a user");
  }
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) throw invalid("expires_at", "must be in the future");
}

/** Each scope once, in the order of the list. */
export function parseScopes(given: string[]): KeyScope[] {
  const unknown = given.find((scope) => !keyScopes.some((known) => known === scope));
  if (unknown !== undefined) throw invalid("scopes", `must be one of ${keyScopes.join(", ")}`);
  return keyScopes.filter((scope) => given.includes(scope));
}

export function formatKey(key: Key): MessageInitShape<typeof KeySchema> {
  const { id, name, scopes, user, createdAtMs, expiresAtMs, revokedAtMs } = key;
  return {
    id,
    name,
    scopes,
    userId: user,
    createdAt: formatTime(createdAtMs),
    expiresAt: expiresAtMs === undefined ? undefined : formatTime(expiresAtMs),
    revokedAt: revokedAtMs === undefined ? undefined : formatTime(revokedAtMs),
  };
}
