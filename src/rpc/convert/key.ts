import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateKeyRequest, EditKeyRequest, KeySchema } from "../../../gen/cairn/admin/v1/admin_pb.ts";
import type { Key, KeyBounds, KeyEdit, NewKey } from "../../account/account.ts";
import { microsOf, usdOf } from "../../account/money.ts";
import { checkNewKey, defaultScopes, parseScopes } from "../../account/new-key.ts";
import { noneGiven } from "../../error.ts";
import { formatOptionalTime, formatTime, parseOptionalTime } from "./time.ts";

export function parseNewKey(request: CreateKeyRequest, nowMs: number): NewKey {
  const key: NewKey = {
    name: request.name ?? "",
    scopes: request.scopes.length > 0 ? parseScopes(request.scopes) : [...defaultScopes],
    user: request.userId,
    requireUser: request.requireUser,
    ...parseBounds(request),
  };
  checkNewKey(key, nowMs);
  return key;
}

const cleared = {
  expires_at: "expiresAtMs",
  models: "models",
  monthly_token_budget: "monthlyTokenBudget",
  monthly_budget_usd: "monthlyBudgetMicros",
} as const;

const editable = ["name", ...Object.keys(cleared), "require_user", "clear"];

export function parseKeyEdit(request: EditKeyRequest): KeyEdit {
  const clear = request.clear.map((field) => cleared[field as keyof typeof cleared]); // the contract allows no other
  const edit = { name: request.name, requireUser: request.requireUser, ...parseBounds(request) };
  if (clear.length === 0 && Object.values(edit).every((value) => value === undefined)) throw noneGiven(editable);
  return { ...edit, clear };
}

function parseBounds(request: CreateKeyRequest | EditKeyRequest): KeyBounds {
  const usd = request.monthlyBudgetUsd;
  return {
    expiresAtMs: parseOptionalTime("expires_at", request.expiresAt),
    models: request.models.length > 0 ? request.models : undefined,
    monthlyTokenBudget: request.monthlyTokenBudget,
    monthlyBudgetMicros: usd === undefined ? undefined : microsOf("monthly_budget_usd", usd),
  };
}

export function formatKey(key: Key): MessageInitShape<typeof KeySchema> {
  const { id, name, scopes, user, createdAtMs, expiresAtMs, revokedAtMs, monthlyBudgetMicros: micros } = key;
  return {
    id,
    name,
    scopes,
    userId: user,
    requireUser: key.requireUser ?? false,
    createdAt: formatTime(createdAtMs),
    expiresAt: formatOptionalTime(expiresAtMs),
    revokedAt: formatOptionalTime(revokedAtMs),
    models: key.models ?? [],
    monthlyTokenBudget: key.monthlyTokenBudget,
    monthlyBudgetUsd: micros === undefined ? undefined : usdOf(micros),
  };
}
