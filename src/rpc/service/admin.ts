import type { ServiceImpl } from "@connectrpc/connect";
import type { AdminService } from "../../../gen/cairn/admin/v1/admin_pb.ts";
import type { Caller, Key } from "../../account/account.ts";
import type { Keys } from "../../account/keys.ts";
import { monthOf } from "../../account/month.ts";
import { AppError, invalid } from "../../error.ts";
import type { Spending } from "../../gateway/usage/spending.ts";
import type { ErasureStore } from "../../memory/entity/erasure.ts";
import { systemUser } from "../../memory/scope.ts";
import { callerOf } from "../caller.ts";
import { erasureAnswer } from "../convert/erasure.ts";
import { formatKey, parseKeyEdit, parseNewKey } from "../convert/key.ts";
import { onceOf } from "../convert/once.ts";
import { pageFields, pageRequest } from "../convert/page.ts";
import { formatTime } from "../convert/time.ts";
import { formatUsageReport } from "../convert/usage.ts";

export type AdminPorts = {
  keys: Keys;
  erasures: Pick<ErasureStore, "begin">;
  spending: Pick<Spending, "report">;
};

const defaultOverlapSeconds = 86_400;

/** Answers with a secret are never kept: an idempotency key has no effect on these. */
export function adminHandlers(ports: AdminPorts) {
  return {
    async createKey(request, context) {
      const { account } = callerOf(context);
      const { key, credential } = await ports.keys.create(account.id, parseNewKey(request, Date.now()));
      return { key: formatKey(key), secret: credential };
    },

    async listKeys(request, context) {
      const { account } = callerOf(context);
      const page = await ports.keys.list(account.id, pageRequest(request), request.userId);
      return { keys: page.items.map(formatKey), ...pageFields(page) };
    },

    async editKey(request, context) {
      const { account } = callerOf(context);
      return { key: formatKey(await ports.keys.edit(account.id, request.id, parseKeyEdit(request), Date.now())) };
    },

    async revokeKey({ id }, context) {
      const { account } = callerOf(context);
      return { key: formatKey(await ports.keys.revoke(account.id, id)) };
    },

    async rotateKey({ id, overlapSeconds }, context) {
      const { account } = callerOf(context);
      const overlapMs = (overlapSeconds ?? defaultOverlapSeconds) * 1_000;
      const { key, credential, oldEndsAtMs } = await ports.keys.rotate(account.id, id, overlapMs, Date.now());
      return { key: formatKey(key), secret: credential, previousExpiresAt: formatTime(oldEndsAtMs) };
    },

    async getUsage({ month = monthOf(Date.now()), keyId }, context) {
      const caller = callerOf(context);
      const key = await reportedKey(ports.keys, caller, keyId);
      return formatUsageReport(await ports.spending.report(caller.account.id, month, key), month, key);
    },

    async deleteAccount(request, context) {
      const { account } = callerOf(context);
      if (request.account !== account.name) throw invalid("account", "must be the name of the account to erase");
      const once = onceOf(context, request);
      const scope = { account: account.id, user: systemUser };
      const erasure = await ports.erasures.begin(scope, { kind: "account" }, once);
      ports.keys.forgetAccount(account.id);
      return erasureAnswer(erasure, "account", account.name);
    },
  } satisfies ServiceImpl<typeof AdminService>;
}

/** The one key whose usage is told; `undefined` for all. Errors: not_found; permission_denied for another's. */
async function reportedKey(keys: Keys, { account, key }: Caller, keyId: string | undefined): Promise<Key | undefined> {
  if (key.scopes.includes("admin")) return keyId === undefined ? undefined : keys.get(account.id, keyId);
  if (keyId === undefined || keyId === key.id) return key;
  throw new AppError(
    "permission_denied",
    `key_id: without the scope admin, this key sees only its own usage (${key.id})`,
  );
}
