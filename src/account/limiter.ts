import { plans, type Account, type LimitStore } from "./account.ts";
import { isCurrent, startOf, Window, type WindowKind } from "./window.ts";

/** What headers say. */
export type LimitLeft = {
  /** What is left in the window with fewer left. */
  remaining: number;
  /** When that window renews; on a tie, the later. */
  resetEpochS: number;
};

/** Whether a request may pass, and what its headers say. */
export type LimitAnswer = LimitLeft & {
  allowed: boolean;
  /** 0 for what is allowed. */
  retryAfterS: number;
};

/** What `remaining` says where there is no window. */
const unlimitedRemaining = 2_147_483_647;
const accountsMax = 10_000;

/** Counts requests against the plans of accounts; the counts are shared by all processes through the store. */
export class Limiter {
  readonly #store: LimitStore;
  /** Least recently used first. */
  readonly #accounts = new Map<string, Window[]>();

  constructor(store: LimitStore) {
    this.#store = store;
  }

  /**
   * Counts a request of `weight` in both windows of the plan, or in neither. It waits for SQL only where the blocks
   * taken ahead are used up. Errors: unavailable; unauthenticated, where the account has been erased.
   */
  async take(account: Pick<Account, "id" | "plan">, nowMs: number, weight = 1): Promise<LimitAnswer> {
    for (;;) {
      const windows = this.#windows(account, nowMs);
      const short = windows.filter((window) => !window.has(weight));
      if (short.length === 0) {
        for (const window of windows) window.use(weight);
        for (const window of windows) window.prefetch();
        return answer(windows, [], nowMs);
      }
      const spent = short.filter((window) => !window.mayHave(weight));
      if (spent.length > 0) return answer(windows, spent, nowMs);
      await Promise.all(short.map((window) => window.take(weight)));
    }
  }

  /** What is left as far as this process knows; counts and asks nothing. */
  look(account: Pick<Account, "id" | "plan">, nowMs: number): LimitLeft {
    return answer(this.#windows(account, nowMs), [], nowMs);
  }

  /** Waits for the blocks under way, so that nothing uses the store afterwards. */
  async close(): Promise<void> {
    const windows = [...this.#accounts.values()].flat();
    this.#accounts.clear();
    await Promise.all(windows.map((window) => window.settled()));
  }

  #windows(account: Pick<Account, "id" | "plan">, nowMs: number): Window[] {
    const known = this.#accounts.get(account.id) ?? [];
    const { perDay, perMinute } = plans[account.plan];
    const windows = [
      this.#window(account.id, known, "day", perDay, nowMs),
      this.#window(account.id, known, "minute", perMinute, nowMs),
    ].filter((window) => window !== undefined);
    this.#accounts.delete(account.id);
    if (windows.length > 0) this.#accounts.set(account.id, windows);
    this.#forget(nowMs);
    return windows;
  }

  /** The window of now: a new one where the known one is over or the plan changed. */
  #window(account: string, known: Window[], kind: WindowKind, limit: number, nowMs: number): Window | undefined {
    if (limit === Infinity) return undefined;
    const current = known.find((window) => window.kind === kind && window.limit === limit);
    if (current && isCurrent(kind, current.startsAtMs, nowMs)) return current;
    return new Window(this.#store, account, kind, startOf(kind, nowMs), limit);
  }

  /** Drops accounts whose windows are all over, and the least recently used ones beyond the bound. */
  #forget(nowMs: number): void {
    for (const [id, windows] of this.#accounts) {
      const over = windows.every((window) => window.renewsAtMs <= nowMs);
      if (!over && this.#accounts.size <= accountsMax) return;
      this.#accounts.delete(id);
    }
  }
}

function answer(windows: Window[], spent: Window[], nowMs: number): LimitAnswer {
  const nowS = Math.floor(nowMs / 1_000);
  const secondsUntil = (ms: number) => Math.max(1, Math.ceil((ms - nowMs) / 1_000));
  const retryAfterS = spent.length === 0 ? 0 : secondsUntil(Math.max(...spent.map((window) => window.renewsAtMs)));
  if (windows.length === 0) return { allowed: true, remaining: unlimitedRemaining, resetEpochS: nowS, retryAfterS };
  const remaining = Math.min(...windows.map((window) => window.left));
  const scarcest = windows.filter((window) => window.left === remaining);
  const resetEpochS = Math.max(...scarcest.map((window) => window.renewsAtMs)) / 1_000;
  return { allowed: spent.length === 0, remaining, resetEpochS, retryAfterS };
}
