import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Keys } from "../../../src/account/keys.ts";
import { SqlAccountStore } from "../../../src/store/account/accounts.ts";
import { SqlKeyStore } from "../../../src/store/account/keys.ts";
import { SqlUsageStore } from "../../../src/store/account/usage.ts";
import { expire } from "../../../src/store/upkeep/expire.ts";
import { temporaryStore } from "../fixture/store.ts";

const dayMs = 86_400_000;
const page = { limit: 100, offset: 0 };
const fresh = { name: "page", scopes: ["gateway"] as "gateway"[] };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-02T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** The next key is newer. */
const later = () => void vi.setSystemTime(Date.now() + 1);

async function world() {
  const store = await temporaryStore();
  const { id: account } = await new SqlAccountStore(store.db).ensure("acme", "pro");
  const keys = new Keys(new SqlKeyStore(store.db));
  const usage = new SqlUsageStore(store.db);
  const listed = async () => (await keys.list(account, page)).items.map(({ id }) => id).sort();
  return { ...store, account, keys, usage, listed };
}

test("keys leave thirty days after they were revoked or expired, and no other key does", async () => {
  await using world_ = await world();
  const { db, keys, account, listed } = world_;
  const now = Date.now();
  const revoked = (await keys.create(account, fresh)).key.id;
  const expired = (await keys.create(account, { ...fresh, expiresAtMs: now })).key.id;
  const lasting = (await keys.create(account, { ...fresh, expiresAtMs: now + dayMs })).key.id;
  later();
  const good = (await keys.create(account, fresh)).key.id;
  await keys.revoke(account, revoked);
  await expire(db, now + 29 * dayMs);
  expect(await listed()).toEqual([revoked, expired, lasting, good].sort());
  await expire(db, Date.now() + 30 * dayMs);
  expect(await listed()).toEqual([lasting, good].sort());
  await expect(keys.get(account, revoked)).rejects.toMatchObject({ code: "not_found" });
  expect(await keys.ended(revoked, now)).toMatchObject({ code: "unauthenticated" });
});

test("more than one slice of them", async () => {
  await using world_ = await world();
  const { db, keys, account, listed } = world_;
  const store = new SqlKeyStore(db);
  for (let n = 0; n < 501; n++) await store.create(account, `key_${n}`, "hash", { ...fresh, expiresAtMs: 1 });
  later();
  const newest = (await keys.create(account, fresh)).key.id;
  await expire(db, 40 * dayMs);
  expect(await listed()).toEqual([newest]);
});

test("what they used stays counted, and the first of rotations stays as long as another of them", async () => {
  await using world_ = await world();
  const { db, keys, usage, account, listed } = world_;
  const now = Date.now();
  const alone = (await keys.create(account, { ...fresh, expiresAtMs: now })).key.id;
  const first = (await keys.create(account, { ...fresh, monthlyTokenBudget: 100 })).key.id;
  const second = (await keys.rotate(account, first, 0, now)).key.id;
  later();
  const third = (await keys.rotate(account, second, 0, now)).key.id;
  const counts = { requests: 1, input: 10, output: 5, cacheRead: 0, cacheWrite: 0, micros: 7, unpriced: 0 };
  const used = { account, month: "2026-11", provider: "openai", model: "gpt-5.5", ...counts };
  await usage.add([first, alone].map((key) => ({ ...used, key })));
  await expire(db, now + 31 * dayMs);
  expect(await listed()).toEqual([first, third].sort());
  const { total, keys: byKey } = await usage.report(account, "2026-11");
  expect(total.requests).toBe(2);
  expect(Object.fromEntries(byKey.map(({ key, name, policy }) => [key, { name, policy }]))).toEqual({
    [first]: { name: "page", policy: { monthlyTokenBudget: 100 } },
    [alone]: { name: "", policy: {} },
  });
  expect(await usage.spent({ account, key: first, month: "2026-11" })).toEqual({ tokens: 15, micros: 7 });
  await keys.revoke(account, third);
  later();
  const newest = (await keys.create(account, fresh)).key.id;
  await expire(db, Date.now() + 31 * dayMs);
  await expire(db, Date.now() + 31 * dayMs);
  expect(await listed()).toEqual([newest]);
});

test("an account's newest key stays, so that a server whose keys were all revoked does not make a first one", async () => {
  await using world_ = await world();
  const { db, keys, account, listed } = world_;
  const ids: string[] = [];
  for (let n = 0; n < 3; n++, later()) ids.push((await keys.create(account, fresh)).key.id);
  for (const id of ids) await keys.revoke(account, id);
  await expire(db, Date.now() + 400 * dayMs);
  expect(await listed()).toEqual([ids[2]]);
});
