import { describe, expect, test } from "vitest";
import type { Key } from "../../../src/account/account.ts";
import { parsePrices } from "../../../src/gateway/model/parse-prices.ts";
import type { Prices } from "../../../src/gateway/model/prices.ts";
import { Spending } from "../../../src/gateway/usage/spending.ts";
import { SqlUsageStore } from "../../../src/store/account/usage.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { temporaryStore } from "../../contract/fixture/store.ts";
import { targetOf } from "./target.ts";

const opus = targetOf("anthropic", "claude-opus-5");
const prices = parsePrices({ "claude-opus-5": { input: 5, output: 25 } });
const now = Date.UTC(2026, 10, 21, 12);
const halfDay = 43_200;

function keyOf(policy: Partial<Key> = {}): Key {
  return { id: "key_1", account: "acc", name: "", scopes: ["gateway"], createdAtMs: 0, ...policy };
}

async function opened(known: Prices = prices) {
  const store = await temporaryStore();
  await store.account("acc");
  const usage = new SqlUsageStore(store.db);
  const stored = () => usage.spent({ account: "acc", key: "key_1", month: "2026-11" });
  return { ...store, usage, stored, spending: new Spending({ store: usage, prices: known }) };
}

describe("models", () => {
  test("a key without a list may ask for any, one with a list for what is on it", async () => {
    await using world = await opened();
    const { spending } = world;
    spending.permit(keyOf(), targetOf("ollama", "qwen3:8b"));
    const key = keyOf({ models: ["claude-opus-5", "ollama/*"] });
    spending.permit(key, opus);
    spending.permit(key, targetOf("ollama", "qwen3:8b"));
    const refused = () => spending.permit(key, targetOf("anthropic", "claude-haiku-4-5"));
    expect(refused).toThrow("this key may use only claude-opus-5, ollama/*, not anthropic/claude-haiku-4-5");
    expect(refused).toThrow(expect.objectContaining({ code: "permission_denied" }));
    await expect(spending.admit(key, targetOf("own", "claude-opus-5"), now)).rejects.toThrow("may use only");
  });

  test("a budget in dollars is for models that have a price", async () => {
    await using world = await opened();
    const { spending } = world;
    const key = keyOf({ monthlyBudgetMicros: 1_000_000 });
    spending.permit(key, opus);
    expect(() => spending.permit(key, targetOf("openai", "gpt-5.5"))).toThrow(
      /openai\/gpt-5\.5 has no known price.*CAIRN_PRICES/u,
    );
    spending.permit(keyOf({ monthlyTokenBudget: 1 }), targetOf("openai", "gpt-5.5"));
  });
});

describe("budgets", () => {
  test("tokens of every kind are spent, until the month ends", async () => {
    await using world = await opened();
    const { spending } = world;
    const key = keyOf({ monthlyTokenBudget: 100 });
    await spending.admit(key, opus, now);
    spending.charge(key, opus, { input: 60, output: 20, cacheRead: 15, cacheWrite: 4, reasoning: 9 }, now);
    await spending.admit(key, opus, now);
    spending.charge(key, opus, { input: 1, output: 30 }, now);
    await expect(spending.admit(key, opus, now)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterS: 9 * 86_400 + halfDay,
      message: "this key's budget for 2026-11 is spent (130 of 100 tokens); it renews at 2026-12-01T00:00:00.000Z",
    });
    await expect(spending.admit(key, opus, Date.UTC(2026, 11, 1) - 1)).rejects.toMatchObject({ retryAfterS: 1 });
    await spending.admit(key, opus, Date.UTC(2026, 11, 1));
    await spending.admit(keyOf({ id: "key_2", monthlyTokenBudget: 1 }), opus, now);
    await spending.admit(keyOf(), opus, now);
  });

  test("dollars are spent by the operator's prices", async () => {
    await using world = await opened();
    const { spending } = world;
    const key = keyOf({ monthlyBudgetMicros: 1_000_000 });
    spending.charge(key, opus, { input: 100_000, output: 19_999 }, now); // .5 + .499975
    await spending.admit(key, opus, now);
    spending.charge(key, opus, { input: 5, output: 0 }, now);
    await expect(spending.admit(key, opus, now)).rejects.toThrow("is spent (1 of 1 US dollars)");
  });

  test("a successor spends from its predecessor's", async () => {
    await using world = await opened();
    const { spending } = world;
    spending.charge(keyOf({ monthlyTokenBudget: 10 }), opus, { input: 6, output: 0 }, now);
    const successor = keyOf({ id: "key_2", countsAs: "key_1", monthlyTokenBudget: 10 });
    await spending.admit(successor, opus, now);
    spending.charge(successor, opus, { input: 4, output: 0 }, now);
    await expect(spending.admit(keyOf({ monthlyTokenBudget: 10 }), opus, now)).rejects.toThrow("is spent");
  });

  test("answers that end together are all counted before the next request is let in", async () => {
    await using world = await opened();
    const { spending, stored } = world;
    const key = keyOf({ monthlyTokenBudget: 500 });
    for (let i = 0; i < 99; i++) {
      spending.charge(key, opus, { input: 5, output: 0 }, now);
      await spending.admit(key, opus, now); // 495 at most: what is being written is not taken for spent twice
    }
    spending.charge(key, opus, { input: 5, output: 0 }, now);
    await expect(spending.admit(key, opus, now)).rejects.toThrow("500 of 500");
    await spending.close();
    expect(await stored()).toMatchObject({ tokens: 500 });
  });

  test("what is stored, but not yet known to be, is no reason to refuse", async () => {
    await using world = await opened();
    const { usage, stored } = world;
    const told = Promise.withResolvers<void>();
    const slow = {
      add: (...args: Parameters<typeof usage.add>) => usage.add(...args).then(() => told.promise),
      spent: usage.spent.bind(usage),
      report: usage.report.bind(usage),
    };
    const spending = new Spending({ store: slow, prices });
    const key = keyOf({ monthlyTokenBudget: 100 });
    spending.charge(key, opus, { input: 60, output: 0 }, now);
    await expect.poll(stored, { interval: 5 }).toMatchObject({ tokens: 60 });
    const admitted = spending.admit(key, opus, now);
    setTimeout(told.resolve, 20);
    await admitted;
    expect(await stored()).toMatchObject({ tokens: 60 });
    await spending.close();
  });

  test("another process's spending counts, and a restart forgets nothing", async () => {
    await using world = await opened();
    const { path, spending } = world;
    const key = keyOf({ monthlyTokenBudget: 100 });
    const db = await openDatabase({ path });
    const other = new Spending({ store: new SqlUsageStore(db), prices });
    other.charge(key, opus, { input: 100, output: 0 }, now);
    await other.close();
    await db.close();
    await expect(spending.admit(key, opus, now)).rejects.toThrow("100 of 100");
  });

  test("what a key with a budget used is stored at once, others' soon", async () => {
    await using world = await opened();
    const { stored, usage } = world;
    const spending = new Spending({ store: usage, prices }, { flushMs: 1_500 });
    spending.charge(keyOf({ monthlyTokenBudget: 100 }), opus, { input: 9, output: 0 }, now);
    await expect.poll(stored, { timeout: 1_200, interval: 5 }).toMatchObject({ tokens: 9 });
    spending.charge(keyOf({ id: "key_2" }), opus, { input: 9, output: 0 }, now);
    const second = () => usage.spent({ account: "acc", key: "key_2", month: "2026-11" });
    expect(await second()).toMatchObject({ tokens: 0 });
    await expect.poll(second).toMatchObject({ tokens: 9 });
  });

  test("while the store takes nothing, what was spent still counts, and is stored later", async () => {
    await using world = await opened();
    const { usage, stored } = world;
    let down = true;
    const errors: unknown[] = [];
    const failing = {
      add: (...args: Parameters<typeof usage.add>) => (down ? Promise.reject(new Error("down")) : usage.add(...args)),
      spent: usage.spent.bind(usage),
      report: usage.report.bind(usage),
    };
    const spending = new Spending({ store: failing, prices }, { flushMs: 20, onError: (error) => errors.push(error) });
    const key = keyOf({ monthlyTokenBudget: 100 });
    spending.charge(key, opus, { input: 60, output: 0 }, now);
    spending.charge(key, opus, { input: 40, output: 0 }, now);
    await expect(spending.admit(key, opus, now)).rejects.toThrow("100 of 100");
    expect(errors.length).toBeGreaterThan(0);
    down = false;
    await expect.poll(stored, { timeout: 5_000 }).toEqual({ tokens: 100, micros: 500 });
    await spending.close();
    expect(await stored()).toEqual({ tokens: 100, micros: 500 });
  });
});

test("a report holds what was counted until now; models without a price are told apart", async () => {
  await using world = await opened();
  const { spending } = world;
  spending.charge(keyOf(), opus, { input: 2, output: 1 }, now);
  spending.charge(keyOf(), targetOf("openai", "gpt-5.5"), { input: 7, output: 0 }, now);
  expect(await spending.report("acc", "2026-11", keyOf())).toMatchObject({
    total: { requests: 2, input: 9, output: 1, micros: 35, unpriced: 1 },
    models: [
      { model: "claude-opus-5", micros: 35, unpriced: 0 },
      { model: "gpt-5.5", micros: 0, unpriced: 1 },
    ],
  });
  await spending.close();
});

test("what is charged after the close is not written: the store may be closed too", async () => {
  await using world = await opened();
  const { usage, stored } = world;
  const spending = new Spending({ store: usage, prices }, { flushMs: 10 });
  await spending.close();
  spending.charge(keyOf(), opus, { input: 9, output: 0 }, now);
  spending.charge(keyOf({ monthlyTokenBudget: 100 }), opus, { input: 9, output: 0 }, now);
  await new Promise((resume) => setTimeout(resume, 60));
  expect(await stored()).toEqual({ tokens: 0, micros: 0 });
});
