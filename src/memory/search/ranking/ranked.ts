import { tieOrder } from "../attributes.ts";
import type { Entry } from "./entries.ts";
import { finalScore, type Explanation, type Factors } from "../scoring/score.ts";

/** A memory and what it scored. Explained when asked: of a thousand candidates ten are. */
export class Ranked {
  readonly entry: Entry;
  readonly score: number;
  readonly #context: number | undefined;
  readonly #factors: Factors;

  constructor(entry: Entry, context: number | undefined, factors: Factors) {
    this.entry = entry;
    this.score = finalScore(entry.own, context, factors);
    this.#context = context;
    this.#factors = factors;
  }

  get id(): string {
    return this.entry.attributes.id;
  }

  get awaitsVector(): boolean {
    return this.entry.attributes.awaitsVector;
  }

  get similarity(): number {
    return Math.min(1, this.score);
  }

  get explanation(): Explanation {
    const { cosine, words } = this.entry;
    return {
      cosine: Number.isNaN(cosine) ? undefined : Math.max(cosine, -1),
      bm25: Math.min(1, words),
      context: this.#context ?? 0,
      ...this.#factors,
    };
  }
}

/** The order of results. */
export function inOrder(one: Ranked, other: Ranked): number {
  return other.score - one.score || tieOrder(one.entry.attributes, other.entry.attributes);
}
