import { BackgroundWorker, type BackgroundWorkerOptions } from "./background-worker.ts";

/** Has what is over its time forgotten. */
export class Housekeeping extends BackgroundWorker {
  readonly #expire: () => Promise<void>;

  constructor(expire: () => Promise<void>, options: BackgroundWorkerOptions) {
    super(3_600_000, options);
    this.#expire = expire;
  }

  protected pass(): Promise<void> {
    return this.#expire();
  }
}
