import { bestFirst } from "./best-first.ts";
import { correctionsAmong } from "./corrections.ts";
import { inOrder, type Ranked } from "./ranked.ts";
import type { Entries } from "./entries.ts";

/** What a search found, best first; each is looked for when it is asked for. */
export class Ranking implements Iterable<Ranked> {
  readonly #ranked: readonly Ranked[];
  readonly #entries: Pick<Entries, "storedOf" | "vector">;

  constructor(ranked: readonly Ranked[], entries: Pick<Entries, "storedOf" | "vector">) {
    this.#ranked = ranked;
    this.#entries = entries;
  }

  [Symbol.iterator](): Generator<Ranked, void> {
    return bestFirst(this.#ranked, inOrder);
  }

  /** What may correct each of these messages, by their ids; best first. */
  correctionsOf(ids: readonly string[]): Map<string, Ranked[]> {
    const told = this.#ranked.filter(({ id }) => ids.includes(id));
    return correctionsAmong(this.#ranked, told, this.#entries);
  }
}
