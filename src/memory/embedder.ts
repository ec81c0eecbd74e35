import { AppError } from "../error.ts";

/** What a text is to a search: some models give the same text another vector as a query than as a document. */
export type Role = "query" | "document";

/** The mean cosines of texts that have nothing to do with each other, 0 to .95. */
export type Unrelated = {
  /** Of a query with a document. */
  query: number;
  /** Of two documents. */
  document: number;
};

export type EmbedOptions = {
  /** What the texts are. Default: document. */
  role?: Role;
  /** Whether somebody waits: goes before all for which nobody does. Default: true for a query. */
  urgent?: boolean;
  /** Gives up waiting. Work that already runs is not undone. */
  signal?: AbortSignal;
};

/** What no embedder that works has a reason to refuse. */
export const harmlessText = "How many dimensions?";

/** Whether an embedder failed because it refuses a text. */
export function refusesText(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "invalid_argument";
}

/** Turns texts into vectors. A document's dot product with another, or with a query, is their likeness in meaning. */
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
  /** Where likeness is counted from (docs/decisions/0026). Errors: as `embed`. */
  unrelated(): Promise<Unrelated>;
  /** The vector of a text as a document, where it was made a moment ago for somebody who waited. */
  known(text: string): Float32Array | undefined;
  /** Whether the last calls worked; a search does not wait for one that is down. True again when a trial is due. */
  healthy(): boolean;
  /** Ends what runs, refuses what waits. Later calls give the same promise. */
  close(): Promise<void>;
};

/** A vector that is there before its text is stored, and the embedder that it is of. */
export type KnownVector = { fingerprint: string; vector: Float32Array };
