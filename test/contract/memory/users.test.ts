import { expect, test } from "vitest";
import type { NewMessage } from "../../../src/memory/entity/message.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlUserStore } from "../../../src/store/memory/users.ts";
import { message, pattern } from "../fixture/account-data.ts";
import { ana, bob, system } from "../fixture/erasing.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const all = { limit: 200, offset: 0 };
const carl: Scope = { account: "acc", user: "carl" };

/** Ana has said and solved something, Bob has said, Carl has solved; so has somebody of another account. */
async function populated(): Promise<TemporaryStore & { users: SqlUserStore }> {
  const store = await temporaryStore();
  for (const account of ["acc", "other"]) await store.account(account);
  const messages = new SqlMessageStore(store.db);
  const said = (sessionId: string, createdAtMs: number): NewMessage => ({ ...message("text", sessionId), createdAtMs });
  await messages.add(ana, [said("one", 1_000), said("one", 3_000), said("two", 2_000)]);
  await messages.add(bob, [said("one", -5)]);
  const patterns = new SqlPatternStore(store.db);
  const others: Scope[] = [ana, carl, { account: "other", user: "dora" }];
  for (const scope of others) await patterns.put(scope, pattern("one"), { origin: "user" });
  await patterns.put(carl, pattern("two"), { origin: "user" });
  return { ...store, users: new SqlUserStore(store.db) };
}

test("users are listed by name, with what there is of each and when that was last written", async () => {
  await using store = await populated();
  const now = Date.now();
  const { items, total } = await store.users.list(system, all);
  expect(total).toBe(3);
  expect(items).toEqual([
    { user: "ana", sessionCount: 2, messageCount: 3, patternCount: 1, updatedAtMs: expect.any(Number) },
    { user: "bob", sessionCount: 1, messageCount: 1, patternCount: 0, updatedAtMs: -5 },
    { user: "carl", sessionCount: 0, messageCount: 0, patternCount: 2, updatedAtMs: expect.any(Number) },
  ]);
  for (const { updatedAtMs } of items.filter(({ user }) => user !== "bob")) {
    expect(Math.abs(now - updatedAtMs)).toBeLessThan(60_000);
  }
});

test("a list of users goes on behind the name where its cursor ended, or at an offset", async () => {
  await using store = await populated();
  const names: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await store.users.list(system, { limit: 2, offset: 0, cursor });
    names.push(page.items.map(({ user }) => user));
    expect(page.total).toBe(3);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual([["ana", "bob"], ["carl"]]);
  expect((await store.users.list(system, { limit: 1, offset: 1 })).items.map(({ user }) => user)).toEqual(["bob"]);
});

test("somebody who does not act for the account sees themselves alone, and nobody another account's", async () => {
  await using store = await populated();
  expect(await store.users.list(carl, all)).toMatchObject({ items: [{ user: "carl" }], total: 1 });
  expect(await store.users.list({ account: "acc", user: "dora" }, all)).toEqual({ items: [], total: 0 });
  const other = await store.users.list({ account: "other", user: "system" }, all);
  expect(other).toMatchObject({ items: [{ user: "dora" }], total: 1 });
});

test("who was erased is not listed, nor is what was erased counted", async () => {
  await using store = await populated();
  const erasures = new SqlErasureStore(store.db);
  await erasures.begin(bob, { kind: "user" });
  await erasures.begin(ana, { kind: "session", id: "one" });
  const { items } = await store.users.list(system, all);
  expect(items).toMatchObject([{ user: "ana", sessionCount: 1, messageCount: 1, patternCount: 1 }, { user: "carl" }]);
});

test("users are read in the order of indexes, and no more of them than the page has", async () => {
  await using store = await populated();
  await using plans = explained(store);
  await new SqlUserStore(plans.db).list(system, { limit: 1, offset: 0 });
  const steps = plans.steps("limit");
  expect(steps.filter((step) => /SCAN (session|pattern)|TEMP B-TREE/.test(step))).toEqual([]);
  const named = steps.filter((step) => step.includes("user_id>?"));
  expect(named).toEqual([
    expect.stringContaining("SEARCH session USING COVERING INDEX"),
    expect.stringContaining("SEARCH pattern USING COVERING INDEX"),
  ]);
});
