import type { Generated } from "kysely";

/** One searchable memory of any layer. A deleted one is a tombstone: id, layer and seq, no user and no text. */
export type MemoryTable = {
  account_id: string;
  id: string;
  user_id: string;
  layer: string;
  seq: number;
  /** Empty outside any session. */
  session_id: string;
  /** -1 outside any session. */
  position: number;
  created_at: number;
  content_hash: string | null;
  /** JSON array, folded. */
  tags: string;
  origin: string;
  /** 1 once the active embedder's vector is stored. */
  embedded: Generated<number>;
  /** While above now, the embedding is claimed or not to be tried yet. */
  embed_after: Generated<number>;
  deleted: Generated<number>;
  /**
   * Messages always have it, and nothing else does; so with `source`, and with `metadata` (JSON) where there is any.
   */
  role: string | null;
  source: string | null;
  /** See terms-codec.ts. */
  terms: Uint8Array | null;
  metadata: string | null;
  text: string | null;
  /** Of messages only: when one was last edited, if it was. */
  updated_at: number | null;
  /** What was reported of it, see TrackRecord; all null before anything was. */
  applications: Generated<number | null>;
  succeeded: Generated<number | null>;
  success_weight: Generated<number | null>;
  failure_weight: Generated<number | null>;
  record_at: Generated<number | null>;
  quarantined: Generated<number | null>;
};

export type SessionTable = {
  account_id: string;
  user_id: string;
  session_id: string;
  message_count: number;
  next_position: number;
  created_at: number;
  updated_at: number;
};

type PatternContentColumns = {
  title: string;
  problem: string;
  solution: string;
  /** JSON arrays, as given. */
  tags: string;
  works_when: string;
  anti_patterns: string;
};

export type PatternTable = PatternContentColumns & {
  account_id: string;
  id: string;
  user_id: string;
  title_key: string;
  version: number;
  /** The session it was forged from; empty without one. */
  session_id: string;
  created_at: number;
  updated_at: number;
  /** What it was imported with, without its outcomes: there its record begins. */
  applications: Generated<number>;
  successes: Generated<number>;
  failures: Generated<number>;
};

export type PatternVersionTable = PatternContentColumns & {
  account_id: string;
  id: string;
  version: number;
  created_at: number;
  /** 1 where a merge made it: the solution is that of the one before. */
  merged: Generated<number>;
};

/** A pattern that went into another one, and when. */
export type MergedPatternTable = { account_id: string; id: string; into_id: string; merged_at: number };

/** Half-precision vectors, kept for the life of their row. */
export type VectorTable = {
  account_id: string;
  id: string;
  fingerprint: string;
  content_hash: string;
  data: Uint8Array;
};

export type RetrievalTable = {
  account_id: string;
  id: string;
  user_id: string;
  query: string | null;
  query_hash: string;
  /** JSON array of StoredResult, or null in the place of what was erased. */
  results: string;
  /** JSON of what the gateway did with it; null of other searches. */
  gateway: string | null;
  created_at: number;
};

/** What became of a retrieval, as last reported. */
export type OutcomeTable = {
  account_id: string;
  retrieval_id: string;
  /** Whose retrieval it was. */
  user_id: string;
  success: number;
  /** 1 if it was told from what the user said. */
  implicit: number;
  note: string | null;
  retrieved_at: number;
  created_at: number;
};

/** What an outcome says of one memory. */
export type CreditTable = {
  account_id: string;
  memory_id: string;
  /** When the memory was retrieved: however late that is reported, and however often, it says the same. */
  at: number;
  retrieval_id: string;
  success: number;
  weight: number;
  /** Of the pattern, then; 1 for other memories. */
  version: number;
};
