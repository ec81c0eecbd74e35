import type { Embedder, EmbedOptions, Unrelated } from "../../embedder.ts";

/** The embedder whose vectors are searched, which may become another one while searches go on. It closes none. */
export class EmbedderSwitch {
  #embedder: Embedder;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  get embedder(): Embedder {
    return this.#embedder;
  }

  get fingerprint(): string {
    return this.#embedder.fingerprint;
  }

  to(embedder: Embedder): void {
    this.#embedder = embedder;
  }

  embed(texts: string[], options?: EmbedOptions): Promise<(Float32Array | undefined)[]> {
    return this.#embedder.embed(texts, options);
  }

  unrelated(): Promise<Unrelated> {
    return this.#embedder.unrelated();
  }

  known(text: string): Float32Array | undefined {
    return this.#embedder.known(text);
  }

  healthy(): boolean {
    return this.#embedder.healthy();
  }
}
