import type { Transform } from "node:stream";

/** What bounds the pieces of a body: `take` throws where there is no room for so many bytes more. */
export type GatheredBounds = { limit: number; take: (bytes: number) => void; tooLarge: () => Error };

/** The pieces of a body, held and counted as they come. */
export class Gathered {
  readonly #bounds: GatheredBounds;
  readonly #pieces: Buffer[] = [];
  #size = 0;

  constructor(bounds: GatheredBounds) {
    this.#bounds = bounds;
  }

  /** Errors: what the bounds throw. */
  add(piece: Buffer): void {
    const { limit, take, tooLarge } = this.#bounds;
    this.#size += piece.length;
    if (this.#size > limit) throw tooLarge();
    take(piece.length);
    this.#pieces.push(piece);
  }

  /**
   * Adds what is packed, inflated piece by piece, so that it ends with what bounds it: a few bytes may become many.
   * Errors: of `add`, of `inflation`, and what that is destroyed with.
   */
  async addInflated(packed: Uint8Array, inflation: Transform): Promise<void> {
    inflation.end(packed);
    for await (const piece of inflation as AsyncIterable<Buffer>) this.add(piece);
  }

  whole(): Buffer {
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
  }
}
