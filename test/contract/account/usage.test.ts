import { expect, test } from "vitest";
import { Keys } from "../../../src/account/keys.ts";
import { countedModelsMax, otherModels, type UsageRow } from "../../../src/gateway/usage/usage-store.ts";
import { SqlAccountStore } from "../../../src/store/account/accounts.ts";
import { SqlKeyStore } from "../../../src/store/account/keys.ts";
import { SqlUsageStore } from "../../../src/store/account/usage.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { purge, rowsOf } from "../fixture/erasing.ts";
import { temporaryStore } from "../fixture/store.ts";

const november = { account: "acc", key: "key_1", month: "2026-11" };
const counts = { requests: 1, input: 10, output: 5, cacheRead: 3, cacheWrite: 2, micros: 7, unpriced: 0 };
const row = (more: Partial<UsageRow> = {}): UsageRow => ({
  ...november,
  provider: "anthropic",
  model: "claude-opus-5",
  ...counts,
  ...more,
});

/** An account with two keys. */
async function withKeys() {
  const store = await temporaryStore();
  await store.account("acc");
  const keys = new SqlKeyStore(store.db);
  await keys.create("acc", "key_1", "hash", { name: "one", scopes: ["gateway"], monthlyTokenBudget: 1_000 });
  await keys.create("acc", "key_2", "hash", { name: "two", scopes: ["gateway"], models: ["gpt-*"] });
  return { ...store, usage: new SqlUsageStore(store.db) };
}

test("what is added adds up, by key, month, provider and model", async () => {
  await using store = await withKeys();
  expect(await store.usage.spent(november)).toEqual({ tokens: 0, micros: 0 });
  await store.usage.add([row(), row({ model: "claude-haiku-5-5", micros: 0, unpriced: 1 })]);
  await store.usage.add([
    row(),
    row({ month: "2026-12" }),
    row({ key: "key_2", provider: "openai", model: "gpt-5.5" }),
  ]);
  expect(await store.usage.spent(november)).toEqual({ tokens: 60, micros: 14 });
  expect(await store.usage.spent({ ...november, month: "2026-12" })).toEqual({ tokens: 20, micros: 7 });
  expect(await store.usage.report("acc", "2026-11")).toEqual({
    total: { requests: 4, input: 40, output: 20, cacheRead: 12, cacheWrite: 8, micros: 21, unpriced: 1 },
    models: [
      {
        provider: "anthropic",
        model: "claude-opus-5",
        requests: 2,
        input: 20,
        output: 10,
        cacheRead: 6,
        cacheWrite: 4,
        micros: 14,
        unpriced: 0,
      },
      { provider: "openai", model: "gpt-5.5", ...counts },
      { provider: "anthropic", model: "claude-haiku-5-5", ...counts, micros: 0, unpriced: 1 },
    ],
    keys: [
      expect.objectContaining({
        key: "key_1",
        name: "one",
        requests: 3,
        micros: 14,
        policy: { monthlyTokenBudget: 1_000 },
      }),
      expect.objectContaining({ key: "key_2", name: "two", requests: 1, micros: 7, policy: { models: ["gpt-*"] } }),
    ],
  });
  const { total, models, keys } = await store.usage.report("acc", "2026-11", "key_2");
  expect([total, models.length, keys.length]).toEqual([counts, 1, 1]);
});

test("what nobody used is zero, for another account as well", async () => {
  await using store = await withKeys();
  await store.usage.add([row()]);
  const zero = { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, micros: 0, unpriced: 0 };
  const nothing = { total: zero, models: [], keys: [] };
  expect(await store.usage.report("acc", "2026-10")).toEqual(nothing);
  expect(await store.usage.report("other", "2026-11")).toEqual(nothing);
  expect(await store.usage.report("other", "2026-11", "key_1")).toEqual(nothing);
});

test("two processes add to one count, and a restart keeps it", async () => {
  await using store = await withKeys();
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  const both = [store.usage, new SqlUsageStore(other.db)];
  await Promise.all(Array.from({ length: 20 }, (_, i) => both[i % 2]!.add([row()])));
  expect(await store.usage.spent(november)).toEqual({ tokens: 400, micros: 140 });
  const again = await openDatabase({ path: store.path });
  expect(await new SqlUsageStore(again).spent(november)).toEqual({ tokens: 400, micros: 140 });
  await again.close();
});

test("models beyond the bound are counted together, those that are known go on alone", async () => {
  await using store = await withKeys();
  const models = Array.from({ length: countedModelsMax + 3 }, (_, i) => row({ provider: "own", model: `m${i}` }));
  await store.usage.add(models);
  await store.usage.add([row({ provider: "own", model: "m0" }), row({ provider: "own", model: "late" })]);
  const report = await store.usage.report("acc", "2026-11");
  expect(report.total.requests).toBe(countedModelsMax + 5);
  expect(report.models).toHaveLength(countedModelsMax + 1);
  expect(report.models.find(({ model }) => model === otherModels)).toMatchObject({ provider: "", requests: 4 });
  expect(report.models.find(({ model }) => model === "m0")).toMatchObject({ requests: 2 });
  // The bound is a key's in a month.
  await store.usage.add([row({ month: "2026-12", model: "next" })]);
  expect((await store.usage.report("acc", "2026-12")).models).toMatchObject([{ model: "next" }]);
});

test("a key keeps its models and budgets, and its successors count as it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const policy = { models: ["claude-*", "ollama/*"], monthlyTokenBudget: 2 ** 40, monthlyBudgetMicros: 12_500_000 };
  const first = await keys.create("acc", { name: "ci", scopes: ["gateway"], ...policy });
  expect((await keys.authenticate(first.credential, 0)).key).toMatchObject(policy);
  const second = await keys.rotate("acc", first.key.id, 0, 1_000);
  const third = await keys.rotate("acc", second.key.id, 0, 2_000);
  expect(first.key.countsAs).toBeUndefined();
  for (const { key } of [second, third]) expect(key).toMatchObject({ ...policy, countsAs: first.key.id });
  expect(await keys.get("acc", third.key.id)).toMatchObject({ ...policy, countsAs: first.key.id });
  await expect(keys.get("other", third.key.id)).rejects.toMatchObject({ code: "not_found" });
  const plain = await keys.create("acc", { name: "", scopes: ["gateway"], models: [] });
  expect(plain.key).toMatchObject({ models: undefined, monthlyTokenBudget: undefined, monthlyBudgetMicros: undefined });
});

test("an erased account's usage is gone, and what was still counted comes to nothing", async () => {
  await using store = await temporaryStore();
  const { id: account } = await new SqlAccountStore(store.db).ensure("acme", "pro");
  await new SqlKeyStore(store.db).create(account, "key_9", "hash", { name: "n", scopes: ["gateway"] });
  const usage = new SqlUsageStore(store.db);
  await usage.add([row({ account, key: "key_9" })]);
  const erasures = new SqlErasureStore(store.db);
  await erasures.begin({ account, user: "system" }, { kind: "account" });
  await usage.add([row({ account, key: "key_9" })]);
  expect(await usage.spent({ account, key: "key_9", month: "2026-11" })).toMatchObject({ tokens: 20 });
  await purge(erasures, account);
  await usage.add([row({ account, key: "key_9" })]);
  expect(await rowsOf(store, account, ["erasure"])).toEqual({});
});
