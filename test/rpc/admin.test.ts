import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { AdminService, DeleteAccountRequestSchema } from "../../gen/cairn/admin/v1/admin_pb.ts";
import type { KeyRecord, KeyStore } from "../../src/account/account.ts";
import { Keys } from "../../src/account/keys.ts";
import { formatCredential, newCredential, secretHash } from "../../src/account/secret.ts";
import type { ErasureTarget } from "../../src/memory/entity/erasure.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { callerKey } from "../../src/rpc/caller.ts";
import { adminHandlers } from "../../src/rpc/service/admin.ts";
import { account, contextOf, fakeCall, keyOf } from "./support.ts";

/** An administrator's call, with what is erased and a key that is known by now. */
async function opened() {
  const credential = newCredential();
  const key = keyOf({ id: credential.id, scopes: ["admin"] });
  const record: KeyRecord = { key, account, secretHash: secretHash(credential.secret) };
  const keys = new Keys({ find: async () => ({ ...record, key: { ...key } }) } as unknown as KeyStore); // no more is asked
  const erased: [Scope, ErasureTarget][] = [];
  const erasures = {
    begin: async (scope: Scope, target: ErasureTarget) => {
      erased.push([scope, target]);
      key.revokedAtMs = 1;
      return { id: "era_1", counts: { messages: 0, patterns: 0, sessions: 0, retrievals: 0 }, createdAtMs: 1 };
    },
  };
  const spending = { report: () => Promise.reject(new Error("not asked")) };
  const context = contextOf(AdminService.method.deleteAccount, fakeCall());
  context.values.set(callerKey, { account, key });
  const handlers = adminHandlers({ keys, erasures, spending });
  const authenticate = () => keys.authenticate(formatCredential(credential), 1_000);
  await authenticate();
  const remove = (name: string) =>
    handlers.deleteAccount(create(DeleteAccountRequestSchema, { account: name }), context);
  return { authenticate, erased, remove };
}

test("an account is erased under its own name, and its keys are refused at once", async () => {
  const { authenticate, erased, remove } = await opened();
  await expect(remove("another")).rejects.toMatchObject({ code: "invalid_argument" });
  expect(erased).toEqual([]);
  await authenticate();
  expect(await remove(account.name)).toMatchObject({ erasure: { id: "era_1" } });
  expect(erased).toEqual([[{ account: account.id, user: "system" }, { kind: "account" }]]);
  await expect(authenticate()).rejects.toThrow("revoked");
});
