import type { LimitStore } from "./account.ts";

export type WindowKind = "day" | "minute";
/** How long a window is. */
export const windowMs: Record<WindowKind, number> = { day: 86_400_000, minute: 60_000 };

/**
 * Whether a known window is still counted in at `nowMs`. One that begins later was begun before the clock was set back,
 * which changes nothing; but by more than its length it was begun by a clock that ran ahead, and would hold for as long.
 */
export function isCurrent(kind: WindowKind, startsAtMs: number, nowMs: number): boolean {
  const start = startOf(kind, nowMs);
  return startsAtMs >= start && startsAtMs <= start + windowMs[kind];
}

/** When the window that a time is in began: windows begin with the UTC day and minute. */
export function startOf(kind: WindowKind, nowMs: number): number {
  return nowMs - (nowMs % windowMs[kind]);
}

/** How many requests are taken ahead at once: few round trips for large plans, little lost by a crash for small ones. */
function blockOf(limit: number): number {
  return Math.min(50, Math.max(1, Math.ceil(limit / 20)));
}

/** One window of one account, as this process sees it: requests taken out of SQL ahead of their use. */
export class Window {
  readonly kind: WindowKind;
  readonly startsAtMs: number;
  readonly limit: number;
  readonly #account: string;
  readonly #store: LimitStore;
  /** Taken and not used yet. */
  #reserve = 0;
  /** What the window had left when it was last asked; `undefined` before. */
  #stored: number | undefined;
  #taking: Promise<void> | undefined;

  constructor(store: LimitStore, account: string, kind: WindowKind, startsAtMs: number, limit: number) {
    this.#store = store;
    this.#account = account;
    this.kind = kind;
    this.startsAtMs = startsAtMs;
    this.limit = limit;
  }

  get renewsAtMs(): number {
    return this.startsAtMs + windowMs[this.kind];
  }

  /** What this process knows to be left. */
  get left(): number {
    return this.#stored === undefined ? this.limit : this.#reserve + this.#stored;
  }

  /** Whether `weight` requests can be used now, without asking. */
  has(weight: number): boolean {
    return this.#reserve >= weight;
  }

  /** Whether asking may still bring `weight` requests. */
  mayHave(weight: number): boolean {
    return this.left >= weight;
  }

  use(weight: number): void {
    this.#reserve -= weight;
  }

  /** Takes a block, at least what `weight` lacks. Callers at the same time share one round trip, and look again. */
  take(weight: number): Promise<void> {
    this.#taking ??= this.#take(Math.max(blockOf(this.limit), weight - this.#reserve)).finally(
      () => (this.#taking = undefined),
    );
    return this.#taking;
  }

  /** Takes the next block behind the answer once half of one is used. What fails is asked again when it is needed. */
  prefetch(): void {
    if (this.#taking || this.#stored === 0 || this.#reserve > blockOf(this.limit) / 2) return;
    this.take(0).catch(() => undefined);
  }

  /** Waits for a block under way. */
  async settled(): Promise<void> {
    await this.#taking?.catch(() => undefined);
  }

  async #take(block: number): Promise<void> {
    const { kind, startsAtMs, limit } = this;
    const { granted, left } = await this.#store.take(this.#account, { kind, startsAtMs, limit }, block);
    this.#reserve += granted;
    this.#stored = granted === 0 ? 0 : left;
  }
}
