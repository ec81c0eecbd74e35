import { Backoff } from "../memory/background/backoff.ts";

const delays = { firstMs: 1_000, lastMs: 60_000 };
const key = "measure";

/** What is measured once. A failure is told again for a second, and each further one for twice as long, up to a minute. */
export class Measured<T> {
  readonly #measure: () => Promise<T>;
  readonly #backoff = new Backoff(delays);
  #value: Promise<T> | undefined;
  #hasFailed = false;

  constructor(measure: () => Promise<T>) {
    this.#measure = measure;
  }

  get(): Promise<T> {
    if (this.#value === undefined || (this.#hasFailed && this.#backoff.ready(key))) {
      this.#hasFailed = false;
      this.#value = this.#tried();
    }
    return this.#value;
  }

  async #tried(): Promise<T> {
    try {
      return await this.#measure();
    } catch (error) {
      this.#hasFailed = true;
      this.#backoff.fail(key);
      throw error;
    }
  }
}
