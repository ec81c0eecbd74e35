import { expect, test, vi } from "vitest";
import type { KeyEdit } from "../../../src/account/account.ts";
import { Keys } from "../../../src/account/keys.ts";
import { parseCredential } from "../../../src/account/secret.ts";
import { SqlAccountStore } from "../../../src/store/account/accounts.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { hasEndedKeys } from "../../../src/store/erasure/erase-keys.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlKeyStore } from "../../../src/store/account/keys.ts";
import { purge, rowsOf } from "../fixture/erasing.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore } from "../fixture/store.ts";

const bounds = ["models", "monthlyTokenBudget", "monthlyBudgetMicros"];
const none = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
const fresh = { name: "ci", scopes: ["memory:read", "gateway"] as ("memory:read" | "gateway")[] };

test("an account is made once; a plan given again replaces the plan", async () => {
  await using store = await temporaryStore();
  const accounts = new SqlAccountStore(store.db);
  const [first, same] = await Promise.all([accounts.ensure("acme", "pro"), accounts.ensure("acme", undefined)]);
  expect(first).toMatchObject({ id: expect.stringMatching(/^acc_[0-9a-z]{26}$/), name: "acme", plan: "pro" });
  expect(same).toEqual(first);
  expect(await accounts.ensure("acme", "team")).toEqual({ ...first, plan: "team" });
  expect(await accounts.byName("acme")).toEqual({ ...first, plan: "team" });
  expect((await accounts.ensure("solo", undefined)).plan).toBe("free");
  expect((await accounts.list()).map((account) => account.name)).toEqual(["acme", "solo"]);
  expect(await accounts.byName("nobody")).toBeUndefined();
});

test.each([[""], [" "], ["x".repeat(201)], ["erased:acc_1"]])("no account is called %j", async (name) => {
  await using store = await temporaryStore();
  await expect(new SqlAccountStore(store.db).ensure(name, "free")).rejects.toMatchObject({ code: "invalid_argument" });
});

test("a key authenticates until it is revoked or expires, and only with its secret", async () => {
  await using store = await temporaryStore();
  const account = await new SqlAccountStore(store.db).ensure("acme", "pro");
  const keys = new Keys(new SqlKeyStore(store.db));
  const { key, credential } = await keys.create(account.id, { ...fresh, user: "ana", expiresAtMs: 5_000 });
  expect(parseCredential(credential)).toMatchObject({ id: key.id });
  expect(await keys.authenticate(credential, 4_999)).toEqual({ key, account, secretHash: expect.any(String) });
  expect(await keys.accountOf(key.id)).toEqual(account);
  await expect(keys.accountOf("key_none")).rejects.toMatchObject({ code: "not_found" });
  await expect(keys.authenticate(credential, 5_000)).rejects.toThrow("expired");

  const wrong = credential.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const unknown = credential.replace(/^ck_./, (head) => (head.endsWith("z") ? "ck_y" : "ck_z"));
  const messages = await Promise.all(
    [wrong, unknown].map((text) => keys.authenticate(text, 0).catch((error: Error) => error.message)),
  );
  expect(messages).toEqual(["the API key is not valid", "the API key is not valid"]);
  for (const text of ["", "ck_", "sk_1_2", `${credential} `, credential.toUpperCase()]) {
    await expect(keys.authenticate(text, 0)).rejects.toMatchObject({ code: "unauthenticated" });
  }

  await keys.revoke(account.id, key.id);
  await expect(keys.authenticate(credential, 1)).rejects.toThrow("revoked");
});

test("a revocation by another process holds within a second", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  const [here, there] = [new Keys(new SqlKeyStore(store.db)), new Keys(new SqlKeyStore(other.db))];
  const { key, credential } = await here.create("acc", fresh);
  await there.authenticate(credential, 10_000);
  await here.revoke("acc", key.id);
  await expect(here.authenticate(credential, 10_000)).rejects.toThrow("revoked");
  await there.authenticate(credential, 10_999);
  await expect(there.authenticate(credential, 11_000)).rejects.toThrow("revoked");
});

test("an edit changes what it gives, takes away what it clears, and leaves the rest", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const policy = { models: ["claude-*"], monthlyTokenBudget: 10, monthlyBudgetMicros: 20 };
  const { key, credential } = await keys.create("acc", { ...fresh, user: "ana", expiresAtMs: 5_000, ...policy });
  await keys.authenticate(credential, 0);
  const edit = (change: Partial<KeyEdit>, nowMs = 0) => keys.edit("acc", key.id, { clear: [], ...change }, nowMs);

  const budgeted = await edit({ name: "ci 2", monthlyTokenBudget: 30, clear: ["monthlyBudgetMicros"] });
  expect(budgeted).toEqual({ ...key, name: "ci 2", monthlyTokenBudget: 30, monthlyBudgetMicros: undefined });
  expect((await keys.authenticate(credential, 0)).key).toEqual(budgeted);
  await expect(edit({ monthlyTokenBudget: 40 }, 5_000)).rejects.toMatchObject({ code: "invalid_argument" });
  const endless = await edit({ clear: ["expiresAtMs", "models", "monthlyTokenBudget"] }, 5_000);
  expect(endless).toEqual({ ...key, name: "ci 2", ...none("expiresAtMs", "givenEndMs", ...bounds) });
  await keys.authenticate(credential, 6_000);
  expect(await keys.get("acc", key.id)).toEqual(endless);

  for (const change of [
    {},
    { monthlyTokenBudget: 1.5 },
    { expiresAtMs: 1 },
    { models: ["a"], clear: ["models" as const] },
  ]) {
    await expect(edit(change, 10)).rejects.toMatchObject({ code: "invalid_argument" });
  }
  await expect(keys.edit("other", key.id, { name: "", clear: [] }, 0)).rejects.toMatchObject({ code: "not_found" });
  expect(await keys.get("acc", key.id)).toEqual(endless);
  await keys.revoke("acc", key.id);
  await expect(edit({ name: "late" })).rejects.toMatchObject({ code: "conflict" });
});

test("a key requires a user until it is edited, and so does its successor", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const { key } = await keys.create("acc", { ...fresh, requireUser: true });
  const rotated = await keys.rotate("acc", key.id, 1_000, 0);
  const edited = await keys.edit("acc", rotated.key.id, { requireUser: false, clear: [] }, 0);
  expect([key, rotated.key, edited].map(({ requireUser }) => requireUser ?? false)).toEqual([true, true, false]);
  await expect(keys.edit("acc", key.id, { clear: [] }, 0)).rejects.toThrow("must be changed in at least one member");
  const { key: bound } = await keys.create("acc", { ...fresh, user: "ana" });
  await expect(keys.edit("acc", bound.id, { requireUser: true, clear: [] }, 0)).rejects.toThrow(
    "require_user: must not",
  );
});

test("a rotated key works beside its successor for the overlap", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const old = await keys.create("acc", { ...fresh, user: "ana" });
  const next = await keys.rotate("acc", old.key.id, 1_000, 50_000);
  expect(next.key).toMatchObject({ name: "ci", scopes: fresh.scopes, user: "ana" });
  expect(next.credential).not.toBe(old.credential);
  await keys.authenticate(old.credential, 50_999);
  await keys.authenticate(next.credential, 51_000);
  await expect(keys.authenticate(old.credential, 51_000)).rejects.toThrow("expired");
  await expect(keys.rotate("acc", old.key.id, 0, 52_000)).rejects.toMatchObject({ code: "conflict" });
  const monthMs = 30 * 24 * 3_600_000;
  for (const overlapMs of [-1, monthMs + 1, NaN]) {
    await expect(keys.rotate("acc", next.key.id, overlapMs, 0)).rejects.toMatchObject({ code: "invalid_argument" });
  }
  expect((await keys.rotate("acc", next.key.id, monthMs, 0)).oldEndsAtMs).toBe(monthMs);
});

test.each<[string, number | undefined]>([
  ["never", undefined],
  ["on its day", 900_000],
])("a key that ends %s has successors that do so, also where it was rotated before", async (_, expiresAtMs) => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  await keys.create("acc", { ...fresh, expiresAtMs: 5_000_000 });
  const first = await keys.create("acc", { ...fresh, expiresAtMs });
  const lost = await keys.rotate("acc", first.key.id, 1_000, 50_000);
  const again = await keys.rotate("acc", first.key.id, 3_000, 50_500);
  const next = await keys.rotate("acc", again.key.id, 1_000_000, 50_600);
  const last = await keys.rotate("acc", again.key.id, 1_000, 50_700);
  for (const { key } of [lost, next, last]) expect(key.expiresAtMs).toBe(expiresAtMs);
  expect([lost, again, next, last].map(({ oldEndsAtMs }) => oldEndsAtMs)).toEqual([
    51_000,
    51_000,
    Math.min(1_050_600, expiresAtMs ?? Infinity),
    51_700,
  ]);
});

test("a successor ends when the key that is rotated was to end, whatever was given to others of its rotations", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const rotate = async (id: string) => (await keys.rotate("acc", id, 1_000, 0)).key;
  const edit = (id: string, change: Partial<KeyEdit>) => keys.edit("acc", id, { clear: [], ...change }, 0);
  const { key: first } = await keys.create("acc", { ...fresh, expiresAtMs: 90_000 });
  const lost = await rotate(first.id);
  const second = await rotate(first.id);
  await keys.revoke("acc", lost.id);
  await edit(second.id, { expiresAtMs: 7_000 });
  expect((await rotate(second.id)).expiresAtMs).toBe(7_000);
  await edit(second.id, { name: "renamed in its overlap" });
  const third = await rotate(second.id);
  expect(third).toMatchObject({ name: "renamed in its overlap", expiresAtMs: 7_000 });

  const still = await rotate(first.id);
  await edit(first.id, { clear: ["expiresAtMs"] });
  expect((await rotate(still.id)).expiresAtMs).toBe(90_000);
  expect((await rotate(first.id)).expiresAtMs).toBeUndefined();
});

test("keys of another account cannot be listed, revoked or rotated", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  const sql = new SqlKeyStore(store.db);
  const keys = new Keys(sql);
  const made = [];
  for (let i = 0; i < 3; i++) made.push((await keys.create("acc", { ...fresh, name: `n${i}` })).key);
  expect(await keys.list("other", { limit: 10, offset: 0 })).toEqual({ items: [], total: 0 });
  await expect(keys.revoke("other", made[0]!.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(keys.rotate("other", made[0]!.id, 0, 0)).rejects.toMatchObject({ code: "not_found" });
  const next = { id: "key_next", secretHash: "hash", key: fresh };
  expect(await sql.rotate("other", made[0]!.id, 1, () => next)).toBeUndefined();
  expect(await keys.list("acc", { limit: 2, offset: 1 })).toEqual({ items: [made[1], made[0]], total: 3 });
  const first = await keys.list("acc", { limit: 2, offset: 0 });
  expect(first).toMatchObject({ items: [made[2], made[1]], total: 3 });
  const rest = await keys.list("acc", { limit: 2, offset: 0, cursor: first.nextCursor });
  expect(rest).toEqual({ items: [made[0]], total: 3 });
});

test("the keys of one user are found among very many of an account without a look at the others", async () => {
  await using store = await temporaryStore();
  await using plans = explained(store);
  await new SqlKeyStore(plans.db).list("acc", { limit: 1, offset: 0 }, "ana");
  await hasEndedKeys(plans.db.read, { account: "acc", user: "ana" });
  const steps = plans.steps('"key"');
  expect(steps).toHaveLength(3);
  for (const step of steps) expect(step).toContain("key_user (account_id=? AND user_id=?");
});

test("of many keys those of one user are listed alone", async () => {
  await using store = await temporaryStore();
  for (const account of ["acc", "other"]) await store.account(account);
  const keys = new Keys(new SqlKeyStore(store.db));
  for (const user of ["ana", "ben", undefined, "ana"]) await keys.create("acc", { ...fresh, user });
  await keys.create("other", { ...fresh, user: "ana" });
  const first = await keys.list("acc", { limit: 1, offset: 0 }, "ana");
  expect(first).toMatchObject({ items: [{ user: "ana" }], total: 2 });
  const { nextCursor: cursor } = first;
  const rest = await keys.list("acc", { limit: 9, offset: 0, cursor }, "ana");
  expect(rest).toMatchObject({ items: [{ user: "ana", account: "acc" }], total: 2 });
  expect(rest.nextCursor).toBeUndefined();
  expect(await keys.list("acc", { limit: 9, offset: 0 }, "nobody")).toEqual({ items: [], total: 0 });
  await expect(keys.list("acc", { limit: 9, offset: 0, cursor }, "ben")).rejects.toMatchObject({
    code: "invalid_argument",
  });
});

test("the end of a key is brought forward, never put off", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const sql = new SqlKeyStore(store.db);
  await sql.create("acc", "key_1", "hash", fresh);
  const rotate = (endsAtMs: number, id: string) =>
    sql.rotate("acc", "key_1", endsAtMs, (key) => ({ id, secretHash: "hash", key }));
  expect(await rotate(100, "key_2")).toMatchObject({
    successor: { id: "key_2", expiresAtMs: undefined },
    oldEndsAtMs: 100,
  });
  expect((await sql.find("key_1"))?.key).toMatchObject({ expiresAtMs: 100 });
  expect(await rotate(200, "key_3")).toMatchObject({ successor: { id: "key_3", expiresAtMs: 100 }, oldEndsAtMs: 100 });
  expect((await sql.find("key_1"))?.key).toMatchObject({ expiresAtMs: 100 });
  const revoked = await sql.revoke("acc", "key_1");
  expect((await sql.revoke("acc", "key_1"))?.revokedAtMs).toBe(revoked?.revokedAtMs);
});

test("a rotation is stored whole or not at all", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const sql = new SqlKeyStore(store.db);
  const key = await sql.create("acc", "key_1", "hash", fresh);
  const taken = sql.rotate("acc", "key_1", 100, () => ({ id: "key_1", secretHash: "hash", key: fresh }));
  await expect(taken).rejects.toThrow("UNIQUE");
  expect(await sql.list("acc", { limit: 10, offset: 0 })).toEqual({ items: [key], total: 1 });
});

test("a key that is revoked while it is rotated has no successor", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new Keys(new SqlKeyStore(store.db));
  const { key } = await keys.create("acc", fresh);
  const [revoked, rotated] = await Promise.allSettled([
    keys.revoke("acc", key.id),
    keys.rotate("acc", key.id, 1_000, 50_000),
  ]);
  expect(revoked.status).toBe("fulfilled");
  expect(rotated).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect((await keys.list("acc", { limit: 10, offset: 0 })).total).toBe(1);
});

test("an erased account gets no keys any more, however late they come", async () => {
  await using store = await temporaryStore();
  const account = (await new SqlAccountStore(store.db).ensure("gone", "pro")).id;
  const keys = new Keys(new SqlKeyStore(store.db));
  const { key } = await keys.create(account, fresh);
  const erasures = new SqlErasureStore(store.db);
  const erasure = erasures.begin({ account, user: "system" }, { kind: "account" });
  while (store.db.writer.depth() === 0) await Promise.resolve();
  const [erased, ...late] = await Promise.allSettled([
    erasure,
    keys.create(account, fresh),
    keys.rotate(account, key.id, 0, 1),
  ]);
  expect(erased.status).toBe("fulfilled");
  const notFound = { status: "rejected", reason: { code: "not_found" } };
  expect(late).toMatchObject([notFound, notFound]);
  await purge(erasures, account);
  expect(await rowsOf(store, account, ["erasure"])).toEqual({});
});

test("an erased account's keys are let in no more, those that were just read neither", async () => {
  await using store = await temporaryStore();
  const accounts = new SqlAccountStore(store.db);
  const keys = new Keys(new SqlKeyStore(store.db));
  const [gone, kept] = [await accounts.ensure("gone", "pro"), await accounts.ensure("kept", "pro")];
  const [one, other] = [await keys.create(gone.id, fresh), await keys.create(kept.id, fresh)];
  for (const { credential } of [one, other]) await keys.authenticate(credential, 10_000);
  await new SqlErasureStore(store.db).begin({ account: gone.id, user: "system" }, { kind: "account" });
  keys.forgetAccount(gone.id);
  await expect(keys.authenticate(one.credential, 10_000)).rejects.toThrow("revoked");
  expect((await keys.authenticate(other.credential, 10_000)).account.id).toBe(kept.id);
});

test.each<[string, (keys: Keys, id: string) => unknown]>([
  ["it is revoked", (keys, id) => keys.revoke("acc", id)],
  ["its account is erased", (keys) => keys.forgetAccount("acc")],
])("what was read of a key while %s is not remembered", async (_, end) => {
  await using store = await temporaryStore();
  await store.account("acc");
  const sql = new SqlKeyStore(store.db);
  const read = Promise.withResolvers<void>();
  const find = vi.spyOn(sql, "find");
  const keys = new Keys(sql);
  const { key, credential } = await keys.create("acc", fresh);
  find.mockImplementationOnce(async (id) => {
    const found = await new SqlKeyStore(store.db).find(id);
    await read.promise;
    return found;
  });
  const early = keys.authenticate(credential, 10_000);
  await expect.poll(() => find.mock.calls.length).toBe(1);
  await end(keys, key.id);
  read.resolve();
  await early;
  await sql.revoke("acc", key.id);
  await expect(keys.authenticate(credential, 10_000)).rejects.toThrow("revoked");
});
