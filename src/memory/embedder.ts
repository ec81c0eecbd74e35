import { AppError } from "../error.ts";

export type EmbedOptions = {
  /** A query goes before every document that waits. Default: document. */
  priority?: "query" | "document";
  /** Gives up waiting. Work that already runs is not undone. */
  signal?: AbortSignal;
};

/** What no embedder that works has a reason to refuse. */
export const harmlessText = "How many dimensions?";

/** Whether an embedder failed because it refuses a text. */
export function refusesText(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "invalid_argument";
}

/** Turns texts into vectors whose dot product is their likeness in meaning. */
export type Embedder = {
  /** Names the vector space: vectors of different fingerprints are never compared. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** How many documents a call should have: as many as it works on at once, with room for a query. Default 32. */
  readonly documentsAtOnce?: number;
  /**
   * One L2-normalised vector a text, in order; a text has the same vector whatever it is embedded with, if the engine
   * can promise that (the built-in one does). A text longer than the engine reads counts by its beginning. One of a
   * language that it cannot read has no vector, now or later: words find it.
   *
   * Errors: `unavailable` (down, closed, or too much waits: try again), `invalid_argument` (one of these texts is
   * refused and will be again, for a harmless one was not), `cancelled` and `deadline_exceeded` (the signal).
   */
  embed(texts: string[], options?: EmbedOptions): Promise<(Float32Array | undefined)[]>;
  /**
   * The mean cosine of texts that have nothing to do with each other, 0 to .95: likeness is counted from there
   * (docs/decisions/0026). Errors: as `embed`.
   */
  unrelated(): Promise<number>;
  /** The vector of a text that was a query before, where it is still at hand. */
  known(text: string): Float32Array | undefined;
  /** Whether the last calls worked; a search does not wait for one that is down. True again when a trial is due. */
  healthy(): boolean;
  /** Ends what runs, refuses what waits. Later calls give the same promise. */
  close(): Promise<void>;
};

/** A vector that is there before its text is stored, and the embedder that it is of. */
export type KnownVector = { fingerprint: string; vector: Float32Array };
