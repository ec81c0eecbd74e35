import type { Generated } from "kysely";

export type AccountTable = {
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

export type KeyTable = {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string;
  /** JSON array. */
  scopes: string;
  user_id: string | null;
  require_user: number;
  created_at: number;
  expires_at: number | null;
  /** The end that it was made with or given since: a rotation brings only `expires_at` forward. */
  given_end: number | null;
  revoked_at: number | null;
  /** JSON array. */
  models: string | null;
  monthly_tokens: number | null;
  monthly_micros: number | null;
  /** The first key of its rotations, under whose id its usage is counted; null for that one. */
  counts_as: string | null;
};

/** What a key used in a UTC month (`2026-11`) with one model; money in micro-dollars. */
export type KeyUsageTable = {
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
export type LimitWindowTable = { account_id: string; kind: "day" | "minute"; starts_at: number; used: number };

export type IdempotencyTable = {
  account_id: string;
  user_id: string;
  operation: string;
  key: string;
  request_hash: string;
  /** The store's answer, JSON. */
  answer: string;
  created_at: number;
};
