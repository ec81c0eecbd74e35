const [free, running, ended] = [0, 1, 2];

/**
 * Kept between a worker and whoever terminates it: under a run of ONNX Runtime that aborts the whole process. However long
 * a process or machine was stopped, both sides see the same.
 */
export class RunLock {
  /** What the other side's lock is made of. */
  readonly shared: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#state = new Int32Array(shared);
  }

  /** The worker's side: whatever may run the runtime. Errors: Error, where the worker is to be terminated. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    if (Atomics.compareExchange(this.#state, 0, free, running) !== free) throw new Error("the worker is ended");
    try {
      return await run();
    } finally {
      Atomics.store(this.#state, 0, free);
    }
  }

  /** The other side: whether nothing runs, in which case nothing will from here on. */
  end(): boolean {
    return Atomics.compareExchange(this.#state, 0, free, ended) !== running;
  }
}
