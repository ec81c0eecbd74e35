import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** The vectors of the last texts, by hash: it keeps no text. Bounded; the least recently used goes first. */
export class VectorCache {
  readonly #vectors: LRUCache<string, Float32Array>;

  constructor(entriesMax: number) {
    this.#vectors = new LRUCache({ max: entriesMax });
  }

  /** A copy, so that no caller can change what the next one gets. */
  get(text: string): Float32Array | undefined {
    return this.#vectors.get(keyOf(text))?.slice();
  }

  set(text: string, vector: Float32Array): void {
    this.#vectors.set(keyOf(text), vector.slice());
  }
}

const keyOf = (text: string): string => hash("sha256", text, "base64");
