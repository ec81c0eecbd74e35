import type { Generated } from "kysely";

/** A conversation of the gateway's with all its branches; what is below goes with it. */
export type GatewayThreadTable = {
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
export type GatewayEntryTable = {
  account_id: string;
  id: string;
  thread_id: string;
  user_id: string;
  session_id: string;
  chain: string;
  is_first: number;
  is_off: number;
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
export type GatewayBlockTable = {
  account_id: string;
  thread_id: string;
  hash: string;
  /** JSON array: the ids of what it shows, and each in an array of its own those of others whose words it may have. */
  memory_ids: string;
  text: string;
};

/** What is stored already, by its place in a thread's chain. */
export type GatewayTurnTable = {
  account_id: string;
  thread_id: string;
  chain: string;
  message_id: string;
  /** 1 on a branch that was left: search does not find it. */
  is_left: Generated<number>;
};

export type GatewayExchangeTable = {
  account_id: string;
  id: string;
  thread_id: string;
  user_id: string;
  /** open, complete or partial. */
  state: string;
  created_at: number;
  ended_at: number | null;
};
