import { Worker, type WorkerOptions } from "./worker.ts";

/** Has what is over its time forgotten. */
export class Housekeeping extends Worker {
  readonly #expire: () => Promise<void>;

  constructor(expire: () => Promise<void>, options: WorkerOptions) {
    super(3_600_000, options);
    this.#expire = expire;
  }

  protected pass(): Promise<void> {
    return this.#expire();
  }
}
