import type { Generated, Selectable } from "kysely";
import type { DirectiveMarkTable, DirectiveProgressTable, DirectiveStatementTable } from "./directive/tables.ts";

/**
 * The tables, as Kysely sees them. Times are milliseconds since the epoch; JSON is text; flags are 0 or 1: types that
 * SQLite and PostgreSQL share. Every row of memory is found through (account, user).
 */
export type Schema = {
  migration: MigrationTable;
  setting: SettingTable;
  account: AccountTable;
  key: KeyTable;
  key_usage: KeyUsageTable;
  limit_window: LimitWindowTable;
  memory: MemoryTable;
  session: SessionTable;
  pattern: PatternTable;
  pattern_version: PatternVersionTable;
  vector: VectorTable;
  flushed: FlushedTable;
  lexicon_total: LexiconTotalTable;
  lexicon_term: LexiconTermTable;
  lexicon_session: LexiconSessionTable;
  retrieval: RetrievalTable;
  idempotency: IdempotencyTable;
  erasure: ErasureTable;
  outcome: OutcomeTable;
  credit: CreditTable;
  merged_pattern: MergedPatternTable;
  claim: ClaimTable;
  graph_progress: GraphProgressTable;
  directive_statement: DirectiveStatementTable;
  directive_progress: DirectiveProgressTable;
  directive_mark: DirectiveMarkTable;
  gateway_thread: GatewayThreadTable;
  gateway_entry: GatewayEntryTable;
  gateway_block: GatewayBlockTable;
  gateway_turn: GatewayTurnTable;
  gateway_exchange: GatewayExchangeTable;
};

/** Which migrations were applied. */
type MigrationTable = { name: string; applied_at: number };

/** Facts about the whole folder, such as the fingerprint of the active embedder. */
type SettingTable = { name: string; value: string };

type AccountTable = {
  id: string;
  name: string;
  plan: string;
  created_at: number;
  /** The seq of the last change. Locked first by every write of the account. */
  seq: Generated<number>;
  /** What the base holds: see IndexState. */
  flushed_seq: Generated<number>;
  base_version: Generated<number>;
  /** The fence of flushing: rises with each lease. */
  flush_token: Generated<number>;
  flush_lease_until: Generated<number>;
};

type KeyTable = {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string;
  /** JSON array. */
  scopes: string;
  user_id: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** JSON array. */
  models: string | null;
  monthly_tokens: number | null;
  monthly_micros: number | null;
  /** The first key of its rotations, under whose id its usage is counted; null for that one. */
  counts_as: string | null;
};

/** What a key used in a UTC month (`2026-11`) with one model; money in micro-dollars. */
type KeyUsageTable = {
  account_id: string;
  key_id: string;
  month: string;
  provider: string;
  model: string;
  requests: number;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  micros: number;
  /** Requests whose cost is not known. */
  unpriced: number;
};

/** What of a plan's window is spent, blocks granted to a process included. */
type LimitWindowTable = { account_id: string; kind: "day" | "minute"; starts_at: number; used: number };

/** One searchable memory of any layer. A deleted one is a tombstone: id, layer and seq, no user and no text. */
type MemoryTable = {
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
  /** Of messages only, and always; so is `source`, and `metadata` if there is any, as JSON. */
  role: string | null;
  source: string | null;
  /** See store/index/terms-codec.ts. */
  terms: Uint8Array | null;
  metadata: string | null;
  text: string | null;
  /** What was reported of it, see TrackRecord; all null before anything was. */
  applications: Generated<number | null>;
  succeeded: Generated<number | null>;
  success_weight: Generated<number | null>;
  failure_weight: Generated<number | null>;
  record_at: Generated<number | null>;
  quarantined: Generated<number | null>;
};

type SessionTable = {
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

type PatternTable = PatternContentColumns & {
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

type PatternVersionTable = PatternContentColumns & {
  account_id: string;
  id: string;
  version: number;
  created_at: number;
  /** 1 where a merge made it: the solution is that of the one before. */
  merged: Generated<number>;
};

/** Half-precision vectors, kept for the life of their row. */
type VectorTable = { account_id: string; id: string; fingerprint: string; content_hash: string; data: Uint8Array };

/** What the base and the lexicon hold of a memory. */
type FlushedTable = { account_id: string; id: string; user_id: string; session_id: string; terms: Uint8Array };

type LexiconTotalTable = {
  account_id: string;
  user_id: string;
  memories: number;
  total_length: number;
  sessions: number;
  total_session_length: number;
};

/** In how many memories and sessions of a user a term occurs. */
type LexiconTermTable = { account_id: string; user_id: string; term: number; memories: number; sessions: number };

/** The terms of a whole session. */
type LexiconSessionTable = { account_id: string; user_id: string; session_id: string; terms: Uint8Array };

type RetrievalTable = {
  account_id: string;
  id: string;
  user_id: string;
  query: string | null;
  query_hash: string;
  /** JSON array of [id, layer, similarity]. */
  results: string;
  created_at: number;
};

type IdempotencyTable = {
  account_id: string;
  user_id: string;
  operation: string;
  key: string;
  request_hash: string;
  /** The store's answer, JSON. */
  answer: string;
  created_at: number;
};

type ErasureTable = {
  account_id: string;
  id: string;
  /** Until it is hidden; then a hash of it. */
  user_id: string;
  kind: string;
  /** The id of the message or pattern, or the session, until it is hidden; then empty. */
  target: string;
  /** JSON of ErasureCounts. */
  counts: string;
  /** Receipts that are older name nothing of it. */
  receipts_from: number;
  created_at: number;
  hidden_at: number | null;
  done_at: number | null;
};

/** What became of a retrieval, as last reported. */
type OutcomeTable = {
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
type CreditTable = {
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

/** A pattern that went into another one, and when. */
type MergedPatternTable = { account_id: string; id: string; into_id: string; merged_at: number };

/** What a message claims; none for one that claims nothing. Derived from its text: it can be read again. */
type ClaimTable = {
  account_id: string;
  /** The message's. */
  id: string;
  user_id: string;
  /** The message's when its claims were stored. */
  seq: number;
  content_hash: string;
  /** The version of the rules that read it. */
  rules: number;
  said_at: number;
  /** JSON array of Claim. */
  claims: string;
};

/** Up to which seq an account's messages were read for claims, and by which rules. */
type GraphProgressTable = {
  account_id: string;
  seq: number;
  rules: number;
  /** How often conversations left a branch or went back to one. */
  branches: Generated<number>;
};

export type PatternRow = Selectable<PatternTable>;
export type PatternVersionRow = Selectable<PatternVersionTable>;
export type AccountRow = Selectable<AccountTable>;
export type KeyRow = Selectable<KeyTable>;
export type KeyUsageRow = Selectable<KeyUsageTable>;
export type ErasureRow = Selectable<ErasureTable>;

/** A conversation of the gateway's with all its branches; what is below goes with it. */
type GatewayThreadTable = {
  account_id: string;
  id: string;
  user_id: string;
  /** As the caller named it; empty without a name. */
  session_id: string;
  /** The first place of its chain. */
  root: string;
  used_at: number;
  /** The place that it came to last; empty where it was not noted. */
  tip: Generated<string>;
  /** The fingerprints of the replies to that turn, where it has no entry, as JSON. */
  tip_replies: Generated<string>;
};

/** What a conversation had been shown at one place of its chain: see src/gateway/memory/chain/ledger.ts. */
type GatewayEntryTable = {
  account_id: string;
  id: string;
  thread_id: string;
  user_id: string;
  session_id: string;
  chain: string;
  is_first: number;
  system_hash: string;
  tools_hash: string;
  /** JSON array of [slot, at, block]. */
  placements: string;
  /** JSON array of fingerprints. */
  replies: string;
  created_at: number;
  used_at: number;
};

/** Text that was inserted, once in its thread by its hash. */
type GatewayBlockTable = {
  account_id: string;
  thread_id: string;
  hash: string;
  /** JSON array: the ids of what it shows, and each in an array of its own those of others whose words it may have. */
  memory_ids: string;
  text: string;
};

/** What is stored already, by its place in a thread's chain. */
type GatewayTurnTable = {
  account_id: string;
  thread_id: string;
  chain: string;
  message_id: string;
  /** 1 on a branch that was left: search does not find it. */
  is_left: Generated<number>;
};

type GatewayExchangeTable = {
  account_id: string;
  id: string;
  thread_id: string;
  user_id: string;
  /** open, complete or partial. */
  state: string;
  created_at: number;
  ended_at: number | null;
};
