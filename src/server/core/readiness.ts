export type EmbedderState = "ok" | "loading" | "unavailable";

/** What `/readyz` tells. Words find memories while the embedder loads or is down, so that it makes nothing unready. */
export type ReadyReport = { status: "ok" | "unavailable"; database: "ok" | "unavailable"; embedder: EmbedderState };

/** How long a finding about the database holds: a probe is a write. */
const probeTtlMs = 5_000;

/** Whether this server can do its work now. */
export class Readiness {
  readonly #probe: () => Promise<void>;
  readonly #embedder: () => EmbedderState;
  #probed: { atMs: number; works: Promise<boolean> } | undefined;
  #draining = false;

  constructor(probe: () => Promise<void>, embedder: () => EmbedderState) {
    this.#probe = probe;
    this.#embedder = embedder;
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
      this.#probed = { atMs: now, works: this.#probe().then(yes, no) };
    }
    return this.#probed.works;
  }

  /** From now on the answer is no: requests should go elsewhere. */
  drain(): void {
    this.#draining = true;
  }
}

const yes = () => true;
const no = () => false;
