/**
 * What a target's dialect cannot say of a request: the caller reads it in `X-Cairn-Loss` and in the receipt. Each loss is
 * named after what was asked for, such as `temperature`, `image.url`, `tool_choice.parallel`. It is `emulated` where
 * something close was said instead, else it was dropped.
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

/** The losses in words: `temperature; dropped, image.url; emulated`. Empty where nothing was lost. */
export function lossText(losses: Losses): string {
  return losses
    .list()
    .map(({ what, how }) => `${what}; ${how}`)
    .join(", ");
}

/** The same as a header of the answer; none where nothing was lost. */
export function lossHeaders(losses: Losses): Record<string, string> {
  const text = lossText(losses);
  return text === "" ? {} : { "x-cairn-loss": text };
}
