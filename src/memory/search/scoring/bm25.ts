import { b, k1 } from "./definition.ts";

/** What BM25 needs to know of a collection of texts; `frequency` runs parallel to the query's terms. */
export type Collection = { texts: number; totalLength: number; frequency: ArrayLike<number> };

/**
 * BM25 as Lucene counts it: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
 * (2009), 3.4, with idf = ln(1 + (N - n + .5) / (n + .5)), which is never negative; each term of the query counts once.
 *
 * The sum is divided by what a query could attain: (k1 + 1) times the sum of its idf and of one word more, of the idf
 * that a word has which is nowhere. So the score is absolute, and a query of one common word proves little.
 */
export class Bm25 {
  readonly #idf: Float64Array;
  readonly #averageLength: number;
  readonly #attainable: number;

  constructor({ texts, totalLength, frequency }: Collection) {
    this.#idf = Float64Array.from(frequency, (n) => idf(texts, n));
    this.#averageLength = totalLength / Math.max(1, texts);
    this.#attainable = (k1 + 1) * this.#idf.reduce((sum, value) => sum + value, idf(texts, 0));
  }

  /** What one term adds to a text of this length. Sum in ascending order of terms: only then do equal texts tie. */
  part(place: number, count: number, length: number): number {
    const saturation = count + k1 * (1 - b + (b * length) / this.#averageLength);
    return (this.#idf[place]! * count * (k1 + 1)) / saturation / this.#attainable;
  }
}

function idf(texts: number, frequency: number): number {
  return Math.log(1 + (texts - frequency + 0.5) / (frequency + 0.5));
}
