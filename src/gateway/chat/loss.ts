/**
 * What a target's dialect could not say, told to the caller in `X-Cairn-Loss` and in the receipt. Each is named by what
 * was asked for, such as `temperature`, `image.url`, `tool_choice.parallel`; `emulated` where something near was said
 * instead, else it was dropped.
 */
export class Losses {
  readonly #found = new Map<string, "dropped" | "emulated">();

  dropped(what: string): void {
    this.#found.set(what, "dropped");
  }

  emulated(what: string): void {
    if (!this.#found.has(what)) this.#found.set(what, "emulated");
  }

  /** In the order they were found; each once. */
  list(): { what: string; how: "dropped" | "emulated" }[] {
    return [...this.#found].map(([what, how]) => ({ what, how }));
  }
}
