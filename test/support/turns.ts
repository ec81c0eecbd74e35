/** Counts the turns of the event loop, until it is stopped. */
export class Turns {
  count = 0;
  #next = setImmediate(() => this.#turn());

  #turn(): void {
    this.count++;
    this.#next = setImmediate(() => this.#turn());
  }

  stop(): void {
    clearImmediate(this.#next);
  }
}
