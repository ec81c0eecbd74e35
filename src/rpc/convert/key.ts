import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateKeyRequest, KeySchema } from "../../../gen/cairn/admin/v1/admin_pb.ts";
import type { Key, NewKey } from "../../account/account.ts";
import { checkNewKey, defaultScopes, parseScopes } from "../../account/new-key.ts";
import { formatTime, parseOptionalTime } from "./time.ts";

export function parseNewKey(request: CreateKeyRequest, nowMs: number): NewKey {
  const key: NewKey = {
    name: request.name ?? "",
    scopes: request.scopes.length > 0 ? parseScopes(request.scopes) : [...defaultScopes],
    user: request.userId,
    expiresAtMs: parseOptionalTime("expires_at", request.expiresAt),
  };
  checkNewKey(key, nowMs);
  return key;
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
