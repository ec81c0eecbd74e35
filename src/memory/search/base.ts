import type { Layer } from "../layer.ts";
import type { IndexedMemory } from "./index-store.ts";
import type { Terms } from "./terms.ts";

/** What a search is restricted to; applied before candidates are chosen. */
export type SearchFilter = {
  /** Whose memories. Never empty. */
  users: string[];
  /** Which layers; all if absent. */
  layers?: Layer[];
  sessionId?: string;
  /** Folded; all must be present. */
  tags?: string[];
  /** At or after. */
  sinceMs?: number;
  /** Before. */
  untilMs?: number;
};

/** The same for the base, where `all` spares a condition that every row meets. */
export type BaseFilter = Omit<SearchFilter, "users"> & { users: string[] | "all" };

/** Candidate ids, best first: by cosine and by words. */
export type BaseCandidates = { byVector: string[]; byWords: string[] };

/** Rows of one flush, in one LanceDB commit each: removed ids are deleted, memories inserted or replaced by id. */
export type BaseBatch = { memories: IndexedMemory[]; removedIds: string[] };

/** The rebuildable index of accounts that outgrew memory: one LanceDB table an account and vector space. */
export interface Base {
  /**
   * The first `limit` by cosine (without a vector: none) and by BM25 over terms (without terms: none), at the given
   * version or a later one. Errors: AppError unavailable where the table cannot be read.
   */
  candidates(
    account: string,
    at: { fingerprint: string; version: number },
    query: { vector: Float32Array | undefined; terms: Terms; filter: BaseFilter; limit: number },
  ): Promise<BaseCandidates>;
  /** Applies batches in order and answers with the version that holds them all. Repeating it changes nothing. */
  apply(account: string, fingerprint: string, dimensions: number, batches: AsyncIterable<BaseBatch>): Promise<number>;
  /** Rewrites the table so that no removed row's bytes remain in any file, old versions included. Answers the version. */
  purge(account: string, fingerprint: string): Promise<number | undefined>;
  /** Removes every table of the account; of other vector spaces only, where one is to be kept. */
  drop(account: string, keepFingerprint?: string): Promise<void>;
  /** Every id with its seq, in no order: what `verify` compares. */
  rows(account: string, at: { fingerprint: string; version: number }): AsyncIterable<{ id: string; seq: number }>;
  /** Accounts that have a table, for finding orphans. */
  accounts(): Promise<string[]>;
  close(): Promise<void>;
}
