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
