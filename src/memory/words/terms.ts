/**
 * A text as search sees it: its terms, each a 32-bit hash of a stemmed word, ascending, with how often it occurs.
 * The hash is the definition of a term: two words with the same hash are the same term everywhere.
 */
export type Terms = {
  readonly ids: Uint32Array;
  /** Occurrences, capped at 65,535. */
  readonly counts: Uint16Array;
  /** How many words in all, stop words left out. */
  readonly length: number;
};
