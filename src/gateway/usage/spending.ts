import type { Key } from "../../account/account.ts";
import { usdOf } from "../../account/money.ts";
import { monthEndMs, monthOf } from "../../account/month.ts";
import { AppError } from "../../error.ts";
import { WriteBehind, type WriteBehindOptions } from "../../memory/background/write-behind.ts";
import type { Usage } from "../chat/event.ts";
import { fits, namesOf } from "../model/names.ts";
import { costOf, type Price, type Prices } from "../model/prices.ts";
import type { Target } from "../model/route.ts";
import { tokensOf, type Spent, type UsageOf, type UsageReport, type UsageRow, type UsageStore } from "./usage-store.ts";

export type SpendingPorts = { store: UsageStore; prices: Prices };

/**
 * Holds keys to their models and their monthly budgets, and counts what they use. An answer's cost is known when it ends:
 * a budget lets requests in until it is spent, so what was under way then may go beyond it. What a key with a budget used
 * is stored at once after the answer, by whichever process: a restart forgets none of it.
 */
export class Spending {
  readonly #ports: SpendingPorts;
  /** By key, month and model. */
  readonly #counts: WriteBehind<string, UsageRow>;

  constructor(ports: SpendingPorts, options: WriteBehindOptions = {}) {
    this.#ports = ports;
    this.#counts = new WriteBehind({ write: (rows) => ports.store.add(rows), merge: sum }, options);
  }

  /** What it is charged for; `undefined` where that is not known. */
  priceOf(target: Target): Price | undefined {
    return this.#ports.prices.of(target);
  }

  /** Errors: permission_denied, for a model that the key may not ask for, or that has no price for a budget in dollars. */
  permit(key: Key, target: Target): void {
    const refusal = this.#refusal(key, target);
    if (refusal !== undefined) throw refusal;
  }

  /** Whether `permit` would let a request pass. */
  allows(key: Key, target: Target): boolean {
    return this.#refusal(key, target) === undefined;
  }

  #refusal({ models = [], monthlyBudgetMicros }: Key, target: Target): AppError | undefined {
    const names = namesOf(target);
    if (models.length > 0 && !models.some((pattern) => fits(pattern, names))) {
      const message = `model: this key may use only ${models.join(", ")}, not ${names[0]}`;
      return new AppError("permission_denied", message);
    }
    const isPriced = monthlyBudgetMicros === undefined || this.priceOf(target) !== undefined;
    return isPriced ? undefined : unpriced(names[0]!);
  }

  /** Before a model is asked. Errors: as `permit`; rate_limited, until the month's end, where a budget is spent. */
  async admit(key: Key, target: Target, nowMs: number): Promise<void> {
    this.permit(key, target);
    if (!hasBudget(key)) return;
    const of = usageOf(key, nowMs);
    let spent = await this.#spent(of);
    if (overdrawn(key, spent.atMost) !== undefined && spent.isWaiting) {
      // What waits may be stored by now, and be counted twice: this is no reason to refuse anybody.
      await this.#counts.drain();
      spent = await this.#spent(of);
    }
    const reason = overdrawn(key, spent.atMost);
    if (reason !== undefined) throw budgetSpent(reason, of.month, nowMs);
  }

  /** After an answer, or what there was of it: see `usageOfAnswer`. */
  charge(key: Key, target: Target, usage: Usage, nowMs: number): void {
    const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
    const price = this.priceOf(target);
    const micros = price === undefined ? 0 : costOf(usage, price);
    const counts = { requests: 1, input, output, cacheRead, cacheWrite, micros, unpriced: price === undefined ? 1 : 0 };
    const model = { provider: target.provider.id, model: target.model };
    const row = { ...usageOf(key, nowMs), ...model, ...counts };
    const name = JSON.stringify([row.account, row.key, row.month, row.provider, row.model]);
    this.#counts.add(name, row, hasBudget(key));
  }

  /** What was used in a month, by one key or by the whole account; what other processes counted last may be missing. */
  async report(account: string, month: string, key?: Key): Promise<UsageReport> {
    await this.#counts.drain();
    return this.#ports.store.report(account, month, key && countedAs(key));
  }

  /** Stores what is counted. */
  close(): Promise<void> {
    return this.#counts.close();
  }

  async #spent(of: UsageOf): Promise<{ atMost: Spent; isWaiting: boolean }> {
    // Before what is stored is read, so that nothing is in neither of the two.
    const waiting = this.#counts.rows().filter((row) => row.key === of.key && row.month === of.month);
    let { tokens, micros } = await this.#ports.store.spent(of);
    for (const row of waiting) {
      tokens += tokensOf(row);
      micros += row.micros;
    }
    return { atMost: { tokens, micros }, isWaiting: waiting.some((row) => tokensOf(row) + row.micros > 0) };
  }
}

function sum(a: UsageRow, b: UsageRow): UsageRow {
  return {
    ...a,
    requests: a.requests + b.requests,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    micros: a.micros + b.micros,
    unpriced: a.unpriced + b.unpriced,
  };
}

/** The id under which a key's usage is counted: that of the first key, through all its rotations. */
export function countedAs(key: Pick<Key, "id" | "countsAs">): string {
  return key.countsAs ?? key.id;
}

function usageOf(key: Key, nowMs: number): UsageOf {
  return { account: key.account, key: countedAs(key), month: monthOf(nowMs) };
}

function hasBudget({ monthlyTokenBudget, monthlyBudgetMicros }: Key): boolean {
  return monthlyTokenBudget !== undefined || monthlyBudgetMicros !== undefined;
}

/** Which budget is spent, in words; `undefined` where none is. */
function overdrawn({ monthlyTokenBudget: tokens, monthlyBudgetMicros: micros }: Key, spent: Spent): string | undefined {
  if (tokens !== undefined && spent.tokens >= tokens) return `${spent.tokens} of ${tokens} tokens`;
  if (micros !== undefined && spent.micros >= micros) return `${usdOf(spent.micros)} of ${usdOf(micros)} US dollars`;
  return undefined;
}

function budgetSpent(what: string, month: string, nowMs: number): AppError {
  const endMs = monthEndMs(month);
  const message = `this key's budget for ${month} is spent (${what}); it renews at ${new Date(endMs).toISOString()}`;
  return new AppError("rate_limited", message, { retryAfterS: (endMs - nowMs) / 1_000 });
}

function unpriced(name: string): AppError {
  const message =
    `model: this key has a budget in US dollars, and ${name} has no known price: ` +
    "the operator can add one to the file of CAIRN_PRICES, or give the key a budget in tokens";
  return new AppError("permission_denied", message);
}
