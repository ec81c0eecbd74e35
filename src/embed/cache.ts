import { createHash } from "node:crypto";

/** The vectors of the last texts, by hash: it keeps no text. Bounded; the least recently used goes first. */
export class VectorCache {
  readonly #vectors = new Map<string, Float32Array>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** A copy, so that no caller can change what the next one gets. */
  get(text: string): Float32Array | undefined {
    const key = hash(text);
    const vector = this.#vectors.get(key);
    if (vector === undefined) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector.slice();
  }

  set(text: string, vector: Float32Array): void {
    const key = hash(text);
    this.#vectors.delete(key);
    this.#vectors.set(key, vector.slice());
    if (this.#vectors.size > this.#entriesMax) this.#vectors.delete(this.#vectors.keys().next().value!);
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
