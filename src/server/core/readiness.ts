export type EmbedderState = "ok" | "loading" | "unavailable";

/** What `/readyz` tells. Words find memories while the embedder loads or is down, so that it makes nothing unready. */
export type ReadyReport = { status: "ok" | "unavailable"; database: "ok" | "unavailable"; embedder: EmbedderState };

/** How long a finding about the database holds: a probe is a write. */
const probeTtlMs = 5_000;

/** Whether this server can do its work now. */
export class Readiness {
  readonly #probe: () => Promise<void>;
  readonly #embedder: () => EmbedderState;
  readonly #onLost: (error: unknown) => void;
  #probed: { atMs: number; works: Promise<boolean> } | undefined;
  #works = true;
  #draining = false;

  /** `onLost` is told why the database works no longer, once until it works again. */
  constructor(probe: () => Promise<void>, embedder: () => EmbedderState, onLost: (error: unknown) => void) {
    this.#probe = probe;
    this.#embedder = embedder;
    this.#onLost = onLost;
  }

  async report(): Promise<ReadyReport> {
    const works = await this.memoryReady();
    return {
      status: works && !this.#draining ? "ok" : "unavailable",
      database: works ? "ok" : "unavailable",
      embedder: this.#embedder(),
    };
  }

  /** Whether memory can be written and read. */
  memoryReady(): Promise<boolean> {
    const now = performance.now();
    if (this.#probed === undefined || now - this.#probed.atMs > probeTtlMs) {
      this.#probed = { atMs: now, works: this.#tryProbe() };
    }
    return this.#probed.works;
  }

  async #tryProbe(): Promise<boolean> {
    try {
      await this.#probe();
      this.#works = true;
    } catch (error) {
      if (this.#works) this.#onLost(error);
      this.#works = false;
    }
    return this.#works;
  }

  /** From now on the answer is no: requests should go elsewhere. */
  drain(): void {
    this.#draining = true;
  }
}
