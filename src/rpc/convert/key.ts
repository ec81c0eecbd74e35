import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateKeyRequest, KeySchema } from "../../../gen/cairn/admin/v1/admin_pb.ts";
import type { Key, NewKey } from "../../account/account.ts";
import { microsOf, usdOf } from "../../account/money.ts";
import { checkNewKey, defaultScopes, parseScopes } from "../../account/new-key.ts";
import { formatTime, parseOptionalTime } from "./time.ts";

export function parseNewKey(request: CreateKeyRequest, nowMs: number): NewKey {
  const usd = request.monthlyBudgetUsd;
  const key: NewKey = {
    name: request.name ?? "",
    scopes: request.scopes.length > 0 ? parseScopes(request.scopes) : [...defaultScopes],
    user: request.userId,
    expiresAtMs: parseOptionalTime("expires_at", request.expiresAt),
    models: request.models.length > 0 ? request.models : undefined,
    monthlyTokenBudget: request.monthlyTokenBudget,
    monthlyBudgetMicros: usd === undefined ? undefined : microsOf("monthly_budget_usd", usd),
  };
  checkNewKey(key, nowMs);
  return key;
}

export function formatKey(key: Key): MessageInitShape<typeof KeySchema> {
  const { id, name, scopes, user, createdAtMs, expiresAtMs, revokedAtMs, monthlyBudgetMicros: micros } = key;
  return {
    id,
    name,
    scopes,
    userId: user,
    createdAt: formatTime(createdAtMs),
    expiresAt: expiresAtMs === undefined ? undefined : formatTime(expiresAtMs),
    revokedAt: revokedAtMs === undefined ? undefined : formatTime(revokedAtMs),
    models: key.models ?? [],
    monthlyTokenBudget: key.monthlyTokenBudget,
    monthlyBudgetUsd: micros === undefined ? undefined : usdOf(micros),
  };
}
