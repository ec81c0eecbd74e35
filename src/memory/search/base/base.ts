import type { Layer } from "../../entity/layer.ts";
import type { IndexedMemory } from "../index-store.ts";
import type { Terms } from "../../words/terms.ts";

/** What a search is restricted to; applied before candidates are chosen. */
export type SearchFilter = {
  /** Whose memories. Never empty. */
  users: string[];
  /** Which layers; all if absent. */
  layers?: Layer[];
  sessionId?: string;
  /** Folded tags and labels of metadata; all must be present. */
  tags?: string[];
  /** At or after. */
  sinceMs?: number;
  /** Before. */
  untilMs?: number;
};

/** The same for the base, where `all` spares a condition that every row meets. */
export type BaseFilter = Omit<SearchFilter, "users"> & { users: string[] | "all" };

/**
 * A state of an account's base: its vector space, and the version of its table there. Of two versions of a table the
 * higher is the later; 0 is before there is one.
 */
export type BaseAt = { fingerprint: string; version: number };

/** Who writes: the published state it begins from, and its lease's token. Of two writers the later has the higher one. */
export type BaseWriter = BaseAt & { token: number };

/** Which tables to remove: those begun under an earlier lease than `before`, and of other vector spaces than `spare`. */
export type Dropped = { before?: number; spare?: string };

/** Candidate ids, best first: by cosine and by words. */
export type BaseCandidates = { byVector: string[]; byWords: string[] };

/** Rows of one flush, in one LanceDB commit each: removed ids are deleted, memories inserted or replaced by id. */
export type BaseBatch = { memories: IndexedMemory[]; removedIds: string[] };

export type PurgeGuard = {
  /** Which rows do not belong in the table: a process that lost its lease can have written what was removed before. */
  unknown(ids: string[]): Promise<string[]>;
  /** Called before files are deleted, and throws where another process may be writing the table: they may be its own. */
  confirm(): Promise<void>;
};

/** The rebuildable index of accounts that outgrew memory: one LanceDB table an account and vector space. */
export interface Base {
  /**
   * The first `limit` by cosine (without a vector: none) and by BM25 over terms (without terms: none), at the given
   * version or a later one. Errors: AppError unavailable where the table cannot be read.
   */
  candidates(
    account: string,
    at: BaseAt,
    query: { vector: Float32Array | undefined; terms: Terms; filter: BaseFilter; limit: number },
  ): Promise<BaseCandidates>;
  /**
   * Applies batches in order and answers with the version that holds them all, which is on the disk then. Repeating it
   * changes nothing. At version 0 it begins a table, and leaves none where it fails. Errors: the table is not at the
   * writer's version yet, or damaged.
   */
  apply(account: string, writer: BaseWriter, dimensions: number, batches: AsyncIterable<BaseBatch>): Promise<number>;
  /**
   * Rewrites the table so that no removed row's bytes remain in any file, old versions included, and removes all other
   * tables of the account that were begun before. Answers the version, which is on the disk then. Errors: as `apply`.
   */
  purge(account: string, writer: BaseWriter, guard: PurgeGuard): Promise<number>;
  /**
   * Whether the disk has room for a flush or a purge of the account. Where it has not, what earlier ones left is deleted
   * first, if there is room for what that writes; `confirm` throws where another process may be writing the table.
   */
  makeRoom(account: string, writer: BaseWriter, confirm: () => Promise<void>): Promise<boolean>;
  /** Removes the account's tables, all of them unless told otherwise. */
  drop(account: string, dropped?: Dropped): Promise<void>;
  /** Every id with its seq, in no order: what `verify` compares. */
  rows(account: string, at: BaseAt): AsyncIterable<{ id: string; seq: number }>;
  /**
   * Whether all of the table, and each of its indexes, can be read at the given version or a later one. Errors: no table
   * can be read, of whatever account.
   */
  isWhole(account: string, at: BaseAt): Promise<boolean>;
  /** Accounts that have a table, for finding orphans. */
  accounts(): Promise<string[]>;
  close(): Promise<void>;
}
