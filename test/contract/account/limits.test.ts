import fc from "fast-check";
import { expect, test } from "vitest";
import { AddressLimiter } from "../../../src/account/address-limiter.ts";
import { CallerLimiter } from "../../../src/account/caller-limiter.ts";
import { Limiter } from "../../../src/account/limiter.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { SqlAccountStore } from "../../../src/store/account/accounts.ts";
import { SqlLimitStore } from "../../../src/store/account/limits.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { purge, rowsOf } from "../fixture/erasing.ts";
import { temporaryStore } from "../fixture/store.ts";

const dayMs = 86_400_000;
/** A day's begin. */
const start = 20_000 * dayMs;

test("a window grants its limit, over two processes and however it is asked", async () => {
  await using store = await temporaryStore();
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  const stores = [new SqlLimitStore(store.db), new SqlLimitStore(other.db)];
  await fc.assert(
    fc.asyncProperty(
      fc.uuid(),
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 60 })), { maxLength: 30 }),
      async (account, limit, takes) => {
        await store.account(account);
        const window = { kind: "minute", startsAtMs: 60_000, limit } as const;
        const answers = await Promise.all(takes.map(([at, block]) => stores[at]!.take(account, window, block)));
        const granted = answers.reduce((sum, answer) => sum + answer.granted, 0);
        const asked = takes.reduce((sum, [, block]) => sum + block, 0);
        expect(granted).toBe(Math.min(limit, asked));
        for (const answer of answers) expect(answer.left).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 30 },
  );
});

test("a later window replaces an earlier one; a clock that is behind takes from the later", async () => {
  await using store = await temporaryStore();
  for (const account of ["a", "b"]) await store.account(account);
  const limits = new SqlLimitStore(store.db);
  const at = (startsAtMs: number) => ({ kind: "minute", startsAtMs, limit: 10 }) as const;
  expect(await limits.take("a", at(0), 8)).toEqual({ granted: 8, left: 2 });
  expect(await limits.take("a", at(60_000), 3)).toEqual({ granted: 3, left: 7 });
  expect(await limits.take("a", at(0), 8)).toEqual({ granted: 7, left: 0 });
  expect(await limits.take("a", { kind: "day", startsAtMs: 0, limit: 10 }, 1)).toEqual({ granted: 1, left: 9 });
  expect(await limits.take("b", at(60_000), 1)).toEqual({ granted: 1, left: 9 });
});

test("a clock that ran ahead and was set right holds nobody up for longer than a window", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const account = { id: "a", plan: "free" } as const;
  const limiter = new Limiter(new SqlLimitStore(store.db));
  const addresses = new AddressLimiter(1);
  const year = start + 365 * dayMs;
  for (let i = 0; i < 10; i++) await limiter.take(account, year);
  expect(await limiter.take(account, year)).toMatchObject({ allowed: false });
  addresses.take("192.0.2.1", year);
  for (const each of [limiter, new Limiter(new SqlLimitStore(store.db))]) {
    expect(await each.take(account, start)).toMatchObject({ allowed: true, resetEpochS: start / 1_000 + 60 });
  }
  expect(addresses.take("192.0.2.1", start)).toMatchObject({ allowed: true, resetEpochS: start / 1_000 + 60 });
  // By less than a window it changes nothing.
  expect(addresses.take("192.0.2.1", start - 1)).toMatchObject({ allowed: false });
  expect(await limiter.take(account, start - 1)).toMatchObject({ resetEpochS: start / 1_000 + 60 });
});

test("a look at what is left counts nothing, for an account or an address", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const limiter = new Limiter(new SqlLimitStore(store.db));
  const account = { id: "a", plan: "free" } as const;
  const left = (remaining: number) => ({ remaining, resetEpochS: start / 1_000 + 60 });
  expect(limiter.look(account, start)).toMatchObject(left(10));
  await limiter.take(account, start);
  for (let again = 0; again < 2; again++) expect(limiter.look(account, start)).toMatchObject(left(9));
  expect(await limiter.take(account, start)).toMatchObject(left(8));
  await limiter.close();
  const addresses = new AddressLimiter(3);
  expect(addresses.look("10.0.0.1", start)).toEqual(left(3));
  addresses.take("10.0.0.1", start);
  for (let again = 0; again < 2; again++) expect(addresses.look("10.0.0.1", start)).toEqual(left(2));
  expect(addresses.take("10.0.0.1", start)).toMatchObject(left(1));
});

test("a free plan has ten a minute and a hundred a day, and says exactly what is left", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const limiter = new Limiter(new SqlLimitStore(store.db));
  const account = { id: "a", plan: "free" } as const;
  const now = start + 30_500;
  for (let left = 9; left >= 0; left--) {
    const answer = await limiter.take(account, now);
    expect(answer).toEqual({ allowed: true, remaining: left, resetEpochS: start / 1_000 + 60, retryAfterS: 0 });
  }
  const denied = { allowed: false, remaining: 0, resetEpochS: start / 1_000 + 60, retryAfterS: 30 };
  expect(await limiter.take(account, now)).toEqual(denied);
  // What is refused counts in neither window: ninety are left of the day.
  for (let minute = 1; minute <= 9; minute++) {
    for (let i = 0; i < 10; i++) {
      expect((await limiter.take(account, start + minute * 60_000)).allowed).toBe(true);
    }
  }
  const spent = await limiter.take(account, start + 10 * 60_000);
  expect(spent).toEqual({ allowed: false, remaining: 0, resetEpochS: (start + dayMs) / 1_000, retryAfterS: 85_800 });
  expect((await limiter.take(account, start + dayMs)).allowed).toBe(true);
  await limiter.close();
});

test("on a tie the later renewal is told", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const limiter = new Limiter(new SqlLimitStore(store.db));
  const account = { id: "a", plan: "free" } as const;
  for (let i = 0; i < 90; i++) await limiter.take(account, start + Math.floor(i / 10) * 60_000);
  const answer = await limiter.take(account, start + 9 * 60_000);
  expect(answer).toMatchObject({ remaining: 9, resetEpochS: (start + dayMs) / 1_000 });
  await limiter.close();
});

test("two processes together never allow more than the plan; a restart forgets nothing", async () => {
  await using store = await temporaryStore();
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  await store.account("a");
  const account = { id: "a", plan: "pro" } as const;
  const limiters = [new Limiter(new SqlLimitStore(store.db)), new Limiter(new SqlLimitStore(other.db))];
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => limiters[i % 2]!.take(account, start)));
  expect(answers.filter((answer) => answer.allowed)).toHaveLength(100);
  await Promise.all(limiters.map((limiter) => limiter.close()));
  const restarted = new Limiter(new SqlLimitStore(store.db));
  expect((await restarted.take(account, start)).allowed).toBe(false);
  await restarted.close();
});

test("a batch weighs more, and passes whole or not at all", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const limiter = new Limiter(new SqlLimitStore(store.db));
  const account = { id: "a", plan: "free" } as const;
  expect(await limiter.take(account, start, 7)).toMatchObject({ allowed: true, remaining: 3 });
  expect(await limiter.take(account, start, 4)).toMatchObject({ allowed: false, remaining: 3, retryAfterS: 60 });
  expect(await limiter.take(account, start, 3)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take(account, start, 11)).toMatchObject({ allowed: false, remaining: 0 });
  await limiter.close();
});

test("team has no day, unlimited has no window and asks nobody", async () => {
  await using store = await temporaryStore();
  await store.account("t");
  const sql = new SqlLimitStore(store.db);
  const limiter = new Limiter(sql);
  const team = await limiter.take({ id: "t", plan: "team" }, start + 1);
  expect(team).toEqual({ allowed: true, remaining: 999, resetEpochS: start / 1_000 + 60, retryAfterS: 0 });
  await limiter.close();
  const mute = new Limiter({ take: () => Promise.reject(new Error("asked")) });
  const free = await mute.take({ id: "u", plan: "unlimited" }, start + 1_999);
  expect(free).toEqual({ allowed: true, remaining: 2_147_483_647, resetEpochS: start / 1_000 + 1, retryAfterS: 0 });
});

test("most requests of a large plan wait for no SQL; what fails ahead is asked again", async () => {
  await using store = await temporaryStore();
  await store.account("t");
  const sql = new SqlLimitStore(store.db);
  let asked = 0;
  const limiter = new Limiter({
    take: (...args) => (++asked === 2 ? Promise.reject(new Error("down")) : sql.take(...args)),
  });
  for (let i = 0; i < 500; i++) {
    const answer = await limiter.take({ id: "t", plan: "team" }, start);
    expect(answer).toMatchObject({ allowed: true, remaining: 999 - i });
  }
  await limiter.close();
  expect(asked).toBeLessThanOrEqual(12);
});

test("an erased account is granted nothing, and counted no more", async () => {
  await using store = await temporaryStore();
  const { id: account, plan } = await new SqlAccountStore(store.db).ensure("gone", "free");
  const erasures = new SqlErasureStore(store.db);
  const limiter = new Limiter(new SqlLimitStore(store.db));
  expect((await limiter.take({ id: account, plan }, start)).allowed).toBe(true);
  await erasures.begin({ account, user: "system" }, { kind: "account" });
  await purge(erasures, account);
  await expect(limiter.take({ id: account, plan }, start + dayMs)).rejects.toMatchObject({ code: "unauthenticated" });
  await limiter.close();
  expect(await rowsOf(store, account, ["erasure"])).toEqual({});
});

test("strangers are limited by address, an IPv6 network as one", () => {
  const limiter = new AddressLimiter(2, 3);
  expect(limiter.take("10.0.0.1", start + 59_000)).toEqual({
    allowed: true,
    remaining: 1,
    resetEpochS: start / 1_000 + 60,
    retryAfterS: 0,
  });
  limiter.take("::ffff:10.0.0.1", start + 59_000);
  expect(limiter.take("10.0.0.1", start + 59_000)).toMatchObject({ allowed: false, remaining: 0, retryAfterS: 1 });
  expect(limiter.take("10.0.0.2", start + 59_000).allowed).toBe(true);
  expect(limiter.take("10.0.0.1", start + 60_000).allowed).toBe(true);
  limiter.take("2001:db8::1", start);
  limiter.take("2001:0db8:0:0:ffff::", start);
  expect(limiter.take("2001:db8:0:0:1:2:3:4", start).allowed).toBe(false);
  expect(limiter.take("2001:db8:0:1::1", start).allowed).toBe(true);
});

test("a user's keys have a bound of their own, and what it refuses takes nothing from the plan", async () => {
  await using store = await temporaryStore();
  await store.account("a");
  const plans = new Limiter(new SqlLimitStore(store.db));
  const account = { id: "a", plan: "free" } as const;
  const caller = (user?: string) => ({ account, key: { user } });
  const limiter = new CallerLimiter(plans, 3);
  expect(limiter.look(caller("ana"), start).remaining).toBe(3);
  expect(await limiter.take(caller("ana"), start, 2)).toMatchObject({ allowed: true, remaining: 1 });
  const refused = { allowed: false, refusedBy: "user", remaining: 1, retryAfterS: 60 };
  expect(await limiter.take(caller("ana"), start, 2)).toMatchObject(refused);
  expect(await limiter.take(caller("ana"), start)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take(caller("ana"), start)).toMatchObject({ allowed: false, refusedBy: "user" });
  expect(await limiter.take(caller("ben"), start)).toMatchObject({ allowed: true, remaining: 2 });
  expect(await limiter.take(caller(), start)).toMatchObject({ allowed: true, remaining: 5 });
  expect(await limiter.take(caller("ana"), start + 60_000)).toMatchObject({ allowed: true, remaining: 2 });
  // Where the plan has less left, that is what is told.
  for (let i = 0; i < 9; i++) await limiter.take(caller(), start + 60_000);
  expect(limiter.look(caller("ben"), start + 60_000).remaining).toBe(0);
  const spent = await limiter.take(caller("ben"), start + 60_000);
  expect([spent.allowed, spent.refusedBy]).toEqual([false, "plan"]);
  await plans.close();
});

test("what the plan refuses, or cannot count, takes nothing from the user", async () => {
  const look = () => ({ remaining: 9, resetEpochS: start / 1_000 });
  const refuse = async () => ({ allowed: false, remaining: 0, resetEpochS: 0, retryAfterS: 1 });
  const caller = { account: { id: "a", plan: "free" as const }, key: { user: "ana" } };
  const refused = new CallerLimiter({ take: refuse, look }, 3);
  expect(await refused.take(caller, start, 2)).toMatchObject({ allowed: false, refusedBy: "plan" });
  expect(refused.look(caller, start).remaining).toBe(3);
  const failing = new CallerLimiter({ take: () => Promise.reject(new Error("busy")), look }, 3);
  await expect(failing.take(caller, start)).rejects.toThrow("busy");
  expect(failing.look(caller, start).remaining).toBe(3);
});

test("of very many accounts or addresses those that were not seen for longest are forgotten", async () => {
  let asked = 0;
  const take = async (_: string, { limit }: { limit: number }, block: number) => {
    asked++;
    return { granted: block, left: limit - block };
  };
  const limiter = new Limiter({ take });
  const team = (id: string) => ({ id, plan: "team" }) as const;
  for (const id of ["first", "second", "first"]) await limiter.take(team(id), start);
  expect(asked).toBe(2);
  for (let i = 1; i < 10_000; i++) limiter.look(team(`other ${i}`), start);
  await limiter.take(team("first"), start);
  expect(asked).toBe(2);
  await limiter.take(team("second"), start);
  expect(asked).toBe(3);
  await limiter.close();
  const addresses = new AddressLimiter(2, 3);
  for (let i = 1; i <= 4; i++) addresses.take(`10.0.0.${i}`, start);
  expect([1, 2].map((i) => addresses.look(`10.0.0.${i}`, start).remaining)).toEqual([2, 1]);
});
