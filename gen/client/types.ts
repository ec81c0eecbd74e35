// Generated from proto/ by tools/client. Do not edit.

/** Anything that JSON can say, as the members of an object. */
export type JsonObject = { [name: string]: unknown };

/** A message to write. */
export type AddMessageRequest = {
  /** Who said it: `user` or `assistant`. */
  role: "user" | "assistant";
  /** What was said. At most 256 KiB. */
  content: string;
  /** The conversation it belongs to. */
  session_id: string;
  /** Label of the platform it comes from. */
  source?: string | undefined;
  /** User whose memory it enters. Default: `system`. */
  user_id?: string | undefined;
  /** When it was said, ISO 8601. Default: now. */
  created_at?: string | undefined;
  /** Arbitrary data to store with it. At most 16 KiB as JSON. */
  metadata?: JsonObject | undefined;
};

/** The message that was written. */
export type AddMessageResponse = {
  /** Identifier of the message (`msg_`). */
  id: string;
  /** When it was said, ISO 8601. */
  created_at: string;
  /** A human-readable sentence. */
  message: string;
};

/** Messages to write together. */
export type AddMessagesRequest = {
  /** 1 to 1,000 messages. */
  messages: readonly AddMessageRequest[];
  /** Whose memory the messages enter that name nobody. Default: `system`. A batch is of one user. */
  user_id?: string | undefined;
  /** Label of the platform that the messages come from that have none of their own. */
  source?: string | undefined;
};

/** The messages that were written. */
export type AddMessagesResponse = {
  /** Their identifiers, in the order given. */
  ids: string[];
  /** When the batch was written, ISO 8601; if every message had its own time, the latest of these. */
  created_at: string;
};

/** A budget for the month, and what is left of it. */
export type Budget = {
  /** Amount of the budget. */
  budget: number;
  /** Amount spent; more than the budget if answers were in progress when it ran out. */
  spent: number;
  /** Amount left. */
  remaining: number;
};

/** An action to check. */
export type CheckConflictRequest = {
  /** The action that somebody is about to take. At most 256 KiB, of which the first 16,384 characters are judged. */
  proposed_action: string;
  /** Whether to check against patterns. Default: true. */
  include_patterns?: boolean | undefined;
  /** Only rules from this tag (of patterns), source (of messages) or session. */
  scope?: string | undefined;
  /** User who acts, bound by their own directives and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** Whether the action keeps to the rules, as far as this can be judged. */
export type CheckConflictResponse = {
  /** `SAFE`, `WARNING` or `CONFLICT`. What could not be judged is never SAFE. */
  status: "SAFE" | "WARNING" | "CONFLICT";
  /** The directives that it breaks. A MUST or NEVER makes it a CONFLICT, a PREFER or AVOID a WARNING. */
  directive_conflicts: DirectiveConflict[];
  /** The patterns that warn of it. */
  pattern_conflicts: PatternConflict[];
  /** What it may break, and what could not be judged. */
  warnings: ConflictWarning[];
  /** The outcome in one or two sentences. */
  explanation: string;
};

/** What the action may break, or what could not be judged. */
export type ConflictWarning = {
  /** What is uncertain, in a sentence. */
  message: string;
  /** The source of the rule that it is about, if it is about one. */
  source?: string;
};

/** A key to create. */
export type CreateKeyRequest = {
  /** Its name. */
  name?: string | undefined;
  /** What it may do. Default: `memory:read`, `memory:write`, `gateway`. */
  scopes?: readonly ("memory:read" | "memory:write" | "gateway" | "admin")[] | undefined;
  /** The only user that it may act for. Default: any. */
  user_id?: string | undefined;
  /** When it expires, ISO 8601. Default: never. */
  expires_at?: string | undefined;
  /**
   * The models that it may use. Default: any. Each is a model's id (`claude-opus-5`), an id with its provider
   * (`ollama/qwen3:8b`), or a prefix of either followed by `*` (`claude-*`, `ollama/*`).
   */
  models?: readonly string[] | undefined;
  /**
   * Token budget per UTC month: a whole number from 1. Default: no budget. Once it is spent, requests to models
   * get 429 until the month ends.
   */
  monthly_token_budget?: number | undefined;
  /**
   * Budget per UTC month in US dollars: above 0, with at most six decimals. Default: no budget. With one, the key
   * may only use models that have a price on this server.
   */
  monthly_budget_usd?: number | undefined;
  /**
   * Whether it refuses requests that name no user, in place of giving them the memory that everybody shares.
   * Default: false. Not for a key with `user_id`, which names one.
   */
  require_user?: boolean | undefined;
};

/** The key that was created. */
export type CreateKeyResponse = {
  /** The key. */
  key: Key;
  /** The credential `ck_<id>_<secret>`. It cannot be read again. */
  secret: string;
};

/** Confirms that the whole account is to be erased. */
export type DeleteAccountRequest = {
  /** The account's name, as a safeguard. */
  account: string;
};

/** Which directive to delete. */
export type DeleteDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** User whose directive it is. Default: `system`. */
  user_id?: string | undefined;
};

/** The directive that was deleted. The messages that state the rule stay; erase them by their own ids. */
export type DeleteDirectiveResponse = {
  /** Identifier of the directive. */
  id: string;
};

/** Which message to erase. */
export type DeleteMessageRequest = {
  /** Identifier of the message. */
  id: string;
  /** User whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** Which pattern to erase. */
export type DeletePatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** User whose pattern it is. Default: `system`. */
  user_id?: string | undefined;
};

/** Which session to erase. */
export type DeleteSessionRequest = {
  /** The session. */
  session_id: string;
  /** User whose session it is. Default: `system`. */
  user_id?: string | undefined;
};

/** Which user to erase. */
export type DeleteUserRequest = {
  /** The user. */
  user_id: string;
};

/** A rule that somebody stated, and that holds until it is replaced, retracted, disabled or deleted. */
export type Directive = {
  /** Identifier (`dir_...`), the same for the same rule of the same user. */
  id: string;
  /** What kind of rule: `MUST`, `NEVER`, `PREFER` or `AVOID`. */
  type: "MUST" | "NEVER" | "PREFER" | "AVOID";
  /** The rule in words that stand alone. */
  rule: string;
  /** How much it matters: 1 to 100. */
  priority: number;
  /** Where it was last stated: `signal:msg_...` or `pattern:pat_...`. */
  source: string;
  /** When it was last stated, ISO 8601. */
  created_at: string;
  /** Sources that state it, in order of time, at most 20. */
  evidence: string[];
  /** User whom it binds; `system` means everybody. */
  user_id: string;
  /** Whether it is returned regardless of the window, and before others of its type. */
  pinned: boolean;
  /** Whether it holds: `live`, `disabled`, `replaced` or `retracted`. */
  status: "live" | "disabled" | "replaced" | "retracted";
  /** When it was replaced or retracted, ISO 8601; absent if it was not. */
  ended_at?: string;
  /** The source that replaced or retracted it; absent if none did. */
  ended_by?: string;
};

/** A directive that the action breaks. */
export type DirectiveConflict = {
  /** What kind of rule: `MUST`, `NEVER`, `PREFER` or `AVOID`. */
  type: "MUST" | "NEVER" | "PREFER" | "AVOID";
  /** The rule. */
  rule: string;
  /** How much it matters: 1 to 100. */
  priority: number;
  /** Where it was last stated: `signal:msg_...` or `pattern:pat_...`. */
  source: string;
  /** How much of the rule the action touches: 0 to 1. */
  similarity: number;
  /** Why, in a sentence that quotes the rule. */
  reason: string;
  /** Identifier of the directive (`dir_...`). */
  id: string;
};

/** What to change in a directive: at least one of `pinned` and `disabled`. */
export type EditDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** Whether to return it regardless of the window, and before others of its type. */
  pinned?: boolean | undefined;
  /** Whether it binds nobody until this is undone, however often it is stated. */
  disabled?: boolean | undefined;
  /** User whose directive it is. Default: `system`. */
  user_id?: string | undefined;
};

/** What to change in a key. */
export type EditKeyRequest = {
  /** Identifier of the key. */
  id: string;
  /** Its name. */
  name?: string | undefined;
  /** When it expires, ISO 8601. */
  expires_at?: string | undefined;
  /** The models that it may use, replacing all of the old. Written as in CreateKeyRequest. */
  models?: readonly string[] | undefined;
  /** Token budget per UTC month: a whole number from 1. What it has used this month counts. */
  monthly_token_budget?: number | undefined;
  /** Budget per UTC month in US dollars: above 0, with at most six decimals. What it has used this month counts. */
  monthly_budget_usd?: number | undefined;
  /** Whether it refuses requests that name no user. */
  require_user?: boolean | undefined;
  /**
   * What to clear: `expires_at` (it never expires), `models` (it may use any), `monthly_token_budget`,
   * `monthly_budget_usd`.
   */
  clear?: readonly ("expires_at" | "models" | "monthly_token_budget" | "monthly_budget_usd")[] | undefined;
};

/** What to change in a message. */
export type EditMessageRequest = {
  /** Identifier of the message. */
  id: string;
  /** The new text; unchanged if absent. */
  content?: string | undefined;
  /** The new metadata, which replaces all of the old; unchanged if absent. */
  metadata?: JsonObject | undefined;
  /** User whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** What to change in a pattern. Over REST, the members that the body has are changed. */
export type EditPatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** The new title. */
  title?: string | undefined;
  /** The new problem. */
  problem?: string | undefined;
  /** The new solution. */
  solution?: string | undefined;
  /** The new tags, which replace all of the old. */
  tags?: readonly string[] | undefined;
  /** The new conditions, which replace all of the old. */
  works_when?: readonly string[] | undefined;
  /** The new anti-patterns, which replace all of the old. */
  anti_patterns?: readonly string[] | undefined;
  /** User whose pattern it is. Default: `system`. */
  user_id?: string | undefined;
};

/** A person or thing that facts are about. */
export type Entity = {
  /** Identifier (`ent_...`). */
  id: string;
  /** Its name, as it was first said; `user` for the speaker. */
  name: string;
  /** Other names that mean it, such as `my sister` for Ana. */
  aliases: string[];
  /** Number of its facts that hold. */
  fact_count: number;
};

/** An entity and what is known about it. */
export type EntityDetail = {
  /** Identifier (`ent_...`). */
  id: string;
  /** Its name, as it was first said; `user` for the speaker. */
  name: string;
  /** Other names that mean it. */
  aliases: string[];
  /** The facts that hold on the requested day. */
  facts: Fact[];
  /** All facts known up to that day, including those that have ended, earliest first. */
  timeline: Fact[];
  /**
   * Whether either list is cut: each has as many of its last facts as fit into 1.75 MiB. For the facts before
   * these, request an earlier `as_of`.
   */
  has_more: boolean;
};

/**
 * A request to erase, and its progress. What it names is hidden from every read by the time the response
 * arrives.
 */
export type Erasure = {
  /** Identifier (`era_`). */
  id: string;
  /** `pending` until every stored byte is purged, then `done`. */
  status: "pending" | "done";
  /** How much was hidden. */
  counts: ErasureCounts;
  /** When it was requested, ISO 8601. */
  created_at: string;
  /** When the last byte was purged, ISO 8601. */
  done_at?: string;
};

/** How much an erasure hid. */
export type ErasureCounts = {
  /** Messages. */
  messages: number;
  /** Patterns, with all their versions. */
  patterns: number;
  /** Sessions. */
  sessions: number;
  /** Receipts of searches. */
  retrievals: number;
};

/** The parts of a similarity, as defined in docs/search.md. */
export type Explanation = {
  /**
   * Cosine similarity of query and memory, -1 to 1; with a remote embedder, counted from that of unrelated texts.
   * Absent if either has no vector.
   */
  cosine?: number;
  /** BM25 score divided by the highest that the query could attain, 0 to 1. */
  bm25: number;
  /** What neighbours and the session added, before normalisation. */
  context: number;
  /** Factor for reported outcomes; 1 if there are none. */
  outcome: number;
  /** Factor for age. */
  recency: number;
};

/** Something that, as somebody said, is, was or will be true. */
export type Fact = {
  /** Identifier (`fact_...`). */
  id: string;
  /** The person or thing that it is about. */
  subject: string;
  /** Identifier of that entity. */
  subject_id: string;
  /** What it says about the subject, one of a closed list (docs/graph.md). */
  predicate: string;
  /** The other entity, or a text. */
  object: string;
  /** Identifier of the other entity, if the object is one. */
  object_id?: string;
  /**
   * Since when it has held: a day, month, year or week (`2026-03-14`, `2026-03`, `2026`, `2026-W11`); absent if
   * that was not said.
   */
  valid_from?: string;
  /** Until when it held; absent while it holds. */
  valid_to?: string;
  /** The fact as one sentence, with its dates. */
  sentence: string;
  /** Identifiers of the messages that state it or that ended it. */
  evidence: string[];
  /** When it was first said, ISO 8601. */
  said_at: string;
};

/** A pattern to forge. */
export type ForgeRequest = {
  /** Title of the pattern. At most 500 characters. */
  title: string;
  /** What goes wrong without it. At most 64 KiB. */
  problem: string;
  /** What to do. At most 64 KiB. */
  solution: string;
  /** Conditions under which it applies: at most 50, of at most 2,000 characters each. */
  works_when?: readonly string[] | undefined;
  /** What not to do: at most 50 items, of at most 2,000 characters each. */
  anti_patterns?: readonly string[] | undefined;
  /** Labels: at most 50, of at most 100 characters each. */
  tags?: readonly string[] | undefined;
  /** The session that the learnings came from. */
  session_id?: string | undefined;
  /** User whose pattern it is. Default: `system`. */
  user_id?: string | undefined;
};

/** The pattern that was forged. */
export type ForgeResponse = {
  /** Identifier (`pat_`). */
  id: string;
  /** Its title. */
  title: string;
  /** Its current confidence: 0.5 when new. */
  confidence: number;
  /** A human-readable sentence. */
  message: string;
  /** What happened: `created`, `updated` or `unchanged`. */
  status: "created" | "updated" | "unchanged";
  /** Version number, from 1. */
  version: number;
  /**
   * Other patterns that say nearly the same, nearest first. These are current, even if an `Idempotency-Key`
   * repeats an earlier answer.
   */
  similar: SimilarPattern[];
};

/** Something that a request lost on its way to a model. */
export type GatewayLoss = {
  /** The member of the request, such as `top_k`. */
  what: string;
  /** `dropped`, or `emulated` if something similar was sent instead. */
  how: "dropped" | "emulated";
};

/** What the model gateway did with a search in one request to a model, as the headers of the answer reported it. */
export type GatewayUse = {
  /** Why nothing was shown; or, if part of memory failed and there may be more: `timeout`, `error`. */
  reason?: string;
  /** Number of memories that were new in the request. */
  items: number;
  /** Number of rules that hold, if this request stated them to the conversation. */
  rules?: number;
  /** Number of relevant memories left out for lack of room. */
  omitted: number;
  /** Number of tokens added, estimated. */
  tokens: number;
  /** Where they were inserted: `system`, `message`, `part`. */
  positions: ("system" | "message" | "part")[];
  /** Number of blocks from earlier turns that were put back. */
  replayed: number;
  /** Whether all blocks from earlier turns were put back: `none`, `complete`, `incomplete`, `unknown`. */
  replay: "none" | "complete" | "incomplete" | "unknown";
  /** Time that memory took before the request was sent, in milliseconds. */
  ms: number;
  /** What the model's dialect could not express of the request. */
  losses: GatewayLoss[];
};

/** Which directive to read. */
export type GetDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** User who asks: finds their directives and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** Which directives to read. */
export type GetDirectivesRequest = {
  /** User whose directives to return, along with `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /**
   * How many hours back messages count: 1 to 8,760, default 72. Pinned directives and patterns count regardless of
   * age.
   */
  window_hours?: number | undefined;
};

/** The rules that bind the user. */
export type GetDirectivesResponse = {
  /**
   * The directives: MUST, NEVER, PREFER, then AVOID; within a type, pinned ones first, then by priority. The last
   * ones are left out if all would exceed 3.5 MiB in total.
   */
  directives: Directive[];
};

/** Which entity to read. */
export type GetEntityRequest = {
  /** Identifier of the entity. */
  id: string;
  /** The day as of which to return the facts that hold, ISO 8601. Default: today. */
  as_of?: string | undefined;
  /** User whose facts they are. Default: `system`. */
  user_id?: string | undefined;
};

/** Which erasure to read. */
export type GetErasureRequest = {
  /** Identifier of the erasure (`era_`). */
  id: string;
};

/** A request for the gateway's health. */
export type GetHealthRequest = {
};

/** The gateway's health. */
export type GetHealthResponse = {
  /** `ok`, or `degraded` if memory cannot be served. */
  status: "ok" | "degraded";
  /** Version of this server; absent without a key. */
  version?: string;
  /** The state of memory; absent without a key. */
  memory?: MemoryHealth;
  /** The providers; absent without a key. */
  providers?: ProviderHealth[];
};

/** Which message to read. */
export type GetMessageRequest = {
  /** Identifier of the message. */
  id: string;
  /** User whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** Which model to read. */
export type GetModelRequest = {
  /** Its id, such as `claude-opus-5` or `ollama/qwen3:8b`; or its id with its provider, such as `openai/gpt-5`. */
  id: string;
};

/** Which pattern's versions to list. */
export type GetPatternHistoryRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** User who asks: finds their patterns and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
};

/** The versions of a pattern. */
export type GetPatternHistoryResponse = {
  /** The versions, newest first. Fewer than `limit` if their texts would exceed 3.5 MiB in total. */
  versions: PatternVersion[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which pattern to read. */
export type GetPatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** User who asks: finds their patterns and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** Which receipt to read. */
export type GetRetrievalRequest = {
  /** Identifier of the retrieval (`ret_`). */
  id: string;
};

/** The receipt of a search. */
export type GetRetrievalResponse = {
  /** Identifier of the retrieval. */
  retrieval_id: string;
  /** The user whose memory was searched. */
  user_id: string;
  /**
   * The query. Absent for searches by the model gateway, after 30 days, and once any memory that was found is
   * erased.
   */
  query?: string;
  /** SHA-256 of the query, hexadecimal. */
  query_sha256: string;
  /** The memories that were returned, best first. */
  results: RetrievedMemory[];
  /** When the search was made, ISO 8601. */
  created_at: string;
  /** What the model gateway did with the search; absent for other searches. */
  gateway?: GatewayUse;
};

/** Which usage to read. */
export type GetUsageRequest = {
  /** The UTC month, such as `2026-11`. Default: the current one. */
  month?: string | undefined;
  /** The key whose usage to read. Default: every key's, or without the scope `admin` the caller's own. */
  key_id?: string | undefined;
};

/**
 * The usage of models in a month. Lists are sorted by cost, then by tokens, highest first, and end after 1,000
 * items.
 */
export type GetUsageResponse = {
  /** The UTC month. */
  month: string;
  /** When the month ends and budgets renew, ISO 8601. */
  resets_at: string;
  /** Total usage. */
  total: Usage;
  /** Usage by model. */
  models: ModelUsage[];
  /**
   * Usage by key, for keys that were used, and for the requested key in any case. A rotated key and its successors
   * count as one, under the id of the first.
   */
  keys: KeyUsage[];
};

/** An API key, without its secret. */
export type Key = {
  /** Identifier (`key_`). */
  id: string;
  /** Its name; empty if it has none. */
  name: string;
  /** What it may do: `memory:read`, `memory:write`, `gateway`, `admin`. */
  scopes: ("memory:read" | "memory:write" | "gateway" | "admin")[];
  /** The only user that it may act for, if it is bound to one. */
  user_id?: string;
  /** When it was created, ISO 8601. */
  created_at: string;
  /** When it expires, ISO 8601; absent if never. */
  expires_at?: string;
  /** When it was revoked, ISO 8601; absent if it was not. */
  revoked_at?: string;
  /**
   * The models that it may use; empty if any. Each is a model's id (`claude-opus-5`), an id with its provider
   * (`ollama/qwen3:8b`), or a prefix of either followed by `*` (`claude-*`, `ollama/*`).
   */
  models: string[];
  /**
   * Token budget per UTC month, a whole number; absent if it has none. All tokens that models read and write
   * count, including cached ones.
   */
  monthly_token_budget?: number;
  /** Budget per UTC month in US dollars, with at most six decimals; absent if it has none. */
  monthly_budget_usd?: number;
  /** Whether it refuses requests that name no user. */
  require_user: boolean;
};

/** The usage of a key. */
export type KeyUsage = {
  /** Identifier of the key. */
  key_id: string;
  /** Its name. */
  name: string;
  /** Its usage. */
  usage: Usage;
  /** Its budget in tokens, if it has one. */
  token_budget?: Budget;
  /** Its budget in US dollars, if it has one. */
  usd_budget?: Budget;
};

/** Which directives to list. */
export type ListDirectivesRequest = {
  /** Only directives in one of these states. Default: `live` and `disabled`. */
  status?: readonly ("live" | "disabled" | "replaced" | "retracted")[] | undefined;
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose directives to return, along with `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** A page of directives. */
export type ListDirectivesResponse = {
  /**
   * The directives: those that hold, in their order, then those that ended, the latest first. Fewer than `limit`
   * if they would exceed 3.5 MiB in total.
   */
  directives: Directive[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which entities to list. */
export type ListEntitiesRequest = {
  /** Part of a name or alias that begins as a word of it does, regardless of case and accents. */
  q?: string | undefined;
  /** The day as of which facts are counted, ISO 8601. Default: today. */
  as_of?: string | undefined;
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose entities to list. Default: `system`. */
  user_id?: string | undefined;
};

/** A page of entities. */
export type ListEntitiesResponse = {
  /** The entities. Fewer than `limit` if their names would exceed 3.5 MiB in total. */
  entities: Entity[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which keys to list. */
export type ListKeysRequest = {
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Only keys that are bound to this user. Default: all. */
  user_id?: string | undefined;
};

/** A page of keys. */
export type ListKeysResponse = {
  /** The keys, newest first. */
  keys: Key[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which messages to list. */
export type ListMessagesRequest = {
  /** The session. */
  session_id: string;
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose session it is. Default: `system`. */
  user_id?: string | undefined;
};

/** A page of messages. */
export type ListMessagesResponse = {
  /**
   * The messages, in the order they were written. Fewer than `limit` if their texts and metadata would exceed 3.5
   * MiB in total.
   */
  messages: Message[];
  /** Total number of messages in the session. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which models to list. */
export type ListModelsRequest = {
  /** Maximum number to return. Default: all. */
  limit?: number | undefined;
  /** Only models after the one with this id. */
  after_id?: string | undefined;
  /** Only models before the one with this id. */
  before_id?: string | undefined;
};

/** The models, in the form of both dialects at once. */
export type ListModelsResponse = {
  /** Always `list`. */
  object: "list";
  /** The models, by provider. */
  data: Model[];
  /** Whether more follow. */
  has_more: boolean;
  /** Id of the first model; absent if there is none. */
  first_id?: string;
  /** Id of the last model; absent if there is none. */
  last_id?: string;
};

/** Which patterns to list. */
export type ListPatternsRequest = {
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /**
   * Only patterns that have all of these tags, regardless of case. In a query, commas separate tags, even if
   * escaped: to list by a tag that contains a comma, use RPC.
   */
  tags?: readonly string[] | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose patterns to list, along with `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** A page of patterns. */
export type ListPatternsResponse = {
  /** The patterns, newest first. Fewer than `limit` if their texts would exceed 3.5 MiB in total. */
  patterns: Pattern[];
  /** Total number that match, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which sessions to list. */
export type ListSessionsRequest = {
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose sessions to list. Default: `system`. */
  user_id?: string | undefined;
};

/** A page of sessions. */
export type ListSessionsResponse = {
  /** The sessions. */
  sessions: Session[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which messages to list. */
export type ListUserMessagesRequest = {
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** User whose messages to list. Default: `system`. */
  user_id?: string | undefined;
};

/** A page of a user's messages. */
export type ListUserMessagesResponse = {
  /** The messages. Fewer than `limit` if their texts and metadata would exceed 3.5 MiB in total. */
  messages: Message[];
  /** Total number of messages that the user has. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Which users to list. */
export type ListUsersRequest = {
  /** Maximum number to return: 1 to 200, default 50. */
  limit?: number | undefined;
  /** Number to skip. */
  offset?: number | undefined;
  /** Cursor from the previous page (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
};

/** A page of users. */
export type ListUsersResponse = {
  /** The users. */
  users: User[];
  /** Total number, over all pages. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string;
};

/** Prices of a long request, in US dollars per million tokens. */
export type LongPrices = {
  /** Number of tokens in a prompt, including those of caches, from which a request is long. */
  from_tokens: number;
  /** Tokens read, except those of caches. */
  input: number;
  /** Tokens written, including thoughts. */
  output: number;
  /** Tokens read from a cache. */
  cache_read: number;
  /** Tokens written to a cache. */
  cache_write: number;
  /** Tokens written to a cache that keeps them for an hour. */
  cache_write_1h: number;
};

/** The state of memory. */
export type MemoryHealth = {
  /** `ok` or `degraded`. */
  status: "ok" | "degraded";
};

/** Which patterns to merge. */
export type MergePatternRequest = {
  /** The pattern that remains, with its title, problem and solution. */
  id: string;
  /** The patterns to merge into it, 1 to 50. One that was merged into it before is skipped. */
  from: readonly string[];
  /** User whose patterns they all are. Default: `system`. */
  user_id?: string | undefined;
};

/** The result of a merge. */
export type MergePatternResponse = {
  /** The pattern that remains, with the tags, conditions and anti-patterns of all, the first 50 of each. */
  pattern: Pattern;
  /** The patterns that were merged into it, by this call or before. */
  merged: string[];
};

/** A message of working memory. */
export type Message = {
  /** Identifier (`msg_`). */
  id: string;
  /** Who said it: `user` or `assistant`. */
  role: "user" | "assistant";
  /** What was said. */
  content: string;
  /** The conversation it belongs to. */
  session_id: string;
  /** Label of the platform it came from; empty if it has none. */
  source: string;
  /** When it was said, ISO 8601. */
  created_at: string;
  /** User whose memory it is. */
  user_id: string;
  /** Data stored with it. */
  metadata?: JsonObject;
  /** When its text or its metadata was last edited, ISO 8601; absent where neither was. */
  updated_at?: string;
};

/** A model that requests can name. */
export type Model = {
  /** Id by which requests name it. */
  id: string;
  /** Always `model`, for OpenAI's clients. */
  object: "model";
  /** Always `model`, for Anthropic's clients. */
  type: "model";
  /** Human-readable name. */
  display_name: string;
  /** When it was released, in seconds since the epoch; 0, because no provider's list is queried. */
  created: number;
  /** The same in RFC 3339 format. */
  created_at: string;
  /** The id of its provider. */
  owned_by: string;
  /** Number of tokens that it can read; absent if unknown. */
  context_window?: number;
  /** Number of tokens that it can write; absent if unknown. */
  max_output_tokens?: number;
  /** `live`, or `coming_soon` until this server has a key for its provider. */
  status: "live" | "coming_soon";
  /** Whether this server has a key for its provider. */
  available: boolean;
  /** Its prices, at which this server charges keys' budgets; absent if unknown. */
  prices?: ModelPrices;
};

/** Prices of a model, in US dollars per million tokens. */
export type ModelPrices = {
  /** Tokens read, except those of caches. */
  input: number;
  /** Tokens written, including thoughts. */
  output: number;
  /** Tokens read from a cache. */
  cache_read: number;
  /** Tokens written to a cache. */
  cache_write: number;
  /** Tokens written to a cache that keeps them for an hour. */
  cache_write_1h: number;
  /** Prices of all tokens of a long request; absent if they are the same. */
  long?: LongPrices;
};

/** The usage of a model. */
export type ModelUsage = {
  /** Its provider; empty for models that are counted together. */
  provider: string;
  /** Its name there; `(others)` for those beyond the 200 that are counted separately for a key. */
  model: string;
  /** Its usage. */
  usage: Usage;
};

/** A reusable record of a problem and its solution. */
export type Pattern = {
  /** Identifier (`pat_`). */
  id: string;
  /** Its title. */
  title: string;
  /** What goes wrong without it. */
  problem: string;
  /** What to do. */
  solution: string;
  /** Labels, as given. */
  tags: string[];
  /** Conditions under which it applies. */
  works_when: string[];
  /** What not to do. */
  anti_patterns: string[];
  /** (s + 1) / (n + 2), for s successes among n outcomes, decayed: 0.5 if it has none. */
  confidence: number;
  /** Number of outcomes reported. */
  applications: number;
  /** Share of these that were successes; 0 if there are none. */
  success_rate: number;
  /** When it was first created, ISO 8601. */
  created_at: string;
  /** When this version was written, ISO 8601. */
  updated_at: string;
  /** Version number, from 1. */
  version: number;
  /** User whose pattern it is. */
  user_id: string;
  /** Whether it failed too often to be returned by a search unless asked for. */
  quarantined: boolean;
};

/** A pattern that warns of the action. */
export type PatternConflict = {
  /** Identifier of the pattern. */
  id: string;
  /** Its title. */
  title: string;
  /** The anti-pattern that the action repeats. */
  anti_pattern: string;
  /** How much of the anti-pattern the action touches: 0 to 1. */
  similarity: number;
  /** Why, in a sentence that quotes the anti-pattern. */
  reason: string;
};

/** A version of a pattern. */
export type PatternVersion = {
  /** Version number, from 1. */
  version: number;
  /** Its title. */
  title: string;
  /** What goes wrong without it. */
  problem: string;
  /** What to do. */
  solution: string;
  /** Labels. */
  tags: string[];
  /** Conditions under which it applies. */
  works_when: string[];
  /** What not to do. */
  anti_patterns: string[];
  /** When it was written, ISO 8601. */
  created_at: string;
};

/** The state of a provider. */
export type ProviderHealth = {
  /** Its id, such as `anthropic`. */
  id: string;
  /** `ok`, `no_key`, or `failing` while it is not used after too many failures. */
  status: "ok" | "no_key" | "failing";
  /** Number of its models that are listed; for an operator's own endpoint, as of when it was last queried. */
  models: number;
  /** When it last could not be reached; absent if it always could since the server started. */
  last_error_at?: string;
};

/** A pattern to store. Its title is its key, regardless of case and white space. */
export type PutPatternRequest = {
  /** Title of the pattern. At most 500 characters. */
  title: string;
  /** What goes wrong without it. At most 64 KiB. */
  problem: string;
  /** What to do. At most 64 KiB. */
  solution: string;
  /** Labels: at most 50, of at most 100 characters each. */
  tags?: readonly string[] | undefined;
  /** Conditions under which it applies: at most 50, of at most 2,000 characters each. */
  works_when?: readonly string[] | undefined;
  /** What not to do: at most 50 items, of at most 2,000 characters each. */
  anti_patterns?: readonly string[] | undefined;
  /** User whose pattern it is. Default: `system`, whose patterns every user sees. */
  user_id?: string | undefined;
};

/** The pattern that was stored. */
export type PutPatternResponse = {
  /** Identifier (`pat_`). */
  id: string;
  /** Its title. */
  title: string;
  /** When it was first created, ISO 8601. */
  created_at: string;
  /** Its current confidence: 0.5 when new. */
  confidence: number;
  /** What happened: `created`, `updated` or `unchanged`. */
  status: "created" | "updated" | "unchanged";
  /** Version number, from 1. */
  version: number;
};

/** Whether the results of a search helped. */
export type RecordOutcomeRequest = {
  /** Whether the results helped. */
  success: boolean;
  /**
   * The memories that helped, or did not, at most 100; each is credited in full. Default: credit is shared by
   * rank.
   */
  memory_ids?: readonly string[] | undefined;
  /** The reason, for human readers. At most 2,000 characters. */
  note?: string | undefined;
} & (
  | {
      /** The same as `retrieval_id`, under the name that client libraries use. */
      applicationId: string;
      retrieval_id?: undefined;
    }
  | {
      /** The retrieval (`ret_`) that the search returned. Either this or `application_id` is required. */
      retrieval_id: string;
      applicationId?: undefined;
    }
);

/** The recorded outcome. */
export type RecordOutcomeResponse = {
  /** Identifier of the retrieval. */
  retrieval_id: string;
  /** Whether the results helped. */
  success: boolean;
  /** What happened: `recorded`, `replaced` or `unchanged`. */
  status: "recorded" | "replaced" | "unchanged";
  /** Number of memories credited. */
  credited: number;
  /** A human-readable sentence. */
  message: string;
};

/** A memory on a receipt. */
export type RetrievedMemory = {
  /** Identifier of the memory. */
  id: string;
  /** Its layer. */
  source: "patterns" | "graph" | "signals";
  /** The similarity it was returned with. */
  similarity: number;
};

/** Which key to revoke. */
export type RevokeKeyRequest = {
  /** Identifier of the key. */
  id: string;
};

/** Which key to rotate. */
export type RotateKeyRequest = {
  /** Identifier of the key. */
  id: string;
  /** How long the old key keeps working, in seconds: 0 to 2592000 (30 days), default 86400. */
  overlap_seconds?: number | undefined;
};

/** The successor of a key. */
export type RotateKeyResponse = {
  /** The new key. */
  key: Key;
  /** The credential `ck_<id>_<secret>`. It cannot be read again. */
  secret: string;
  /** When the old key expires, ISO 8601. */
  previous_expires_at: string;
};

/** What to search for, and where. */
export type SearchRequest = {
  /** The question, in plain words. At most 16 KiB. */
  query: string;
  /** Maximum number of results: 1 to 100, default 10. */
  limit?: number | undefined;
  /**
   * Layers to search: `patterns`, `graph` (facts), `signals` (messages), or `all` three. Default: patterns and
   * signals.
   */
  sources?: readonly ("patterns" | "graph" | "signals" | "all")[] | undefined;
  /** Only messages of this session. */
  session_id?: string | undefined;
  /** User whose memory is searched, along with `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /**
   * Only patterns that have all of these tags, regardless of case. Messages and facts have no tags and are left
   * out.
   */
  tags?: readonly string[] | undefined;
  /** Only memories created at or after this ISO 8601 time. */
  since?: string | undefined;
  /** Only memories created before this ISO 8601 time. */
  until?: string | undefined;
  /** Only results with at least this similarity, an absolute score from 0 to 1. */
  min_similarity?: number | undefined;
  /** Whether to return the parts of each result's score. */
  explain?: boolean | undefined;
  /** Whether to include patterns that failed too often. */
  include_quarantined?: boolean | undefined;
  /**
   * Only messages whose stored `metadata` has all of these members, at most 16. Each value is a text, number or
   * boolean: that of the member, or one item of its list. Patterns and facts have no metadata and are left out.
   */
  metadata?: JsonObject | undefined;
};

/** The results of a search. */
export type SearchResponse = {
  /** Identifier of this retrieval (`ret_`), for reading its receipt and reporting outcomes. */
  retrieval_id: string;
  /**
   * The memories found, best first. Fewer than `limit` if their texts and metadata would exceed 3.5 MiB in total.
   * Of a user's messages with exactly the same text, only the best is returned.
   */
  results: SearchResult[];
  /** Time that the search took on the server, in milliseconds. */
  timing_ms: number;
};

/** A memory that was found. */
export type SearchResult = {
  /** Identifier of the memory. */
  id: string;
  /** Its text. */
  content: string;
  /** The layer it came from: patterns, graph or signals. */
  source: "patterns" | "graph" | "signals";
  /** Absolute score from 0 to 1; decreases with rank. */
  similarity: number;
  /** What is known about it; depends on its layer. */
  metadata: SearchResultMetadata;
  /** The parts of the score; present if the request set `explain`. */
  explanation?: Explanation;
};

/**
 * What is known about a memory that was found. Members that its layer does not have are absent, except that
 * `tags` is an empty list.
 */
export type SearchResultMetadata = {
  /** Share of its outcomes that were successes; 0 if it has none. */
  success_rate: number;
  /** Patterns: the title. */
  title?: string;
  /** Patterns: the tags as stored. */
  tags: string[];
  /** Patterns: the confidence, 0 to 1. */
  confidence?: number;
  /** Signals: who said it, `user` or `assistant`. */
  role?: "user" | "assistant";
  /** Signals: the session it was said in. */
  session_id?: string;
  /** Signals: label of the platform it came from. */
  source?: string;
  /** When it was created, ISO 8601. */
  created_at?: string;
  /** Patterns: whether it failed too often to be returned unless asked for. */
  quarantined?: boolean;
  /** Graph: the person or thing that the fact is about. */
  subject?: string;
  /** Graph: what the fact says about it, one of a closed list (docs/graph.md). */
  predicate?: string;
  /** Graph: the other entity, or a text. */
  object?: string;
  /** Graph: since when the fact has held, as it was said: a day, month, year or week. */
  valid_from?: string;
  /** Graph: until when the fact held; absent while it holds. */
  valid_to?: string;
  /** Graph: identifiers of the messages and patterns that state the fact or that ended it. */
  evidence?: string[];
  /** User whose memory it is: the one who asks, or `system`. */
  user_id: string;
  /** Signals: the metadata stored with the message. */
  metadata?: JsonObject;
};

/** A conversation. */
export type Session = {
  /** Identifier, as the client named it. */
  session_id: string;
  /** User to whom it belongs. */
  user_id: string;
  /** Number of messages in it. */
  message_count: number;
  /** When its first message was written, ISO 8601. */
  created_at: string;
  /** When its last message was written, ISO 8601. */
  updated_at: string;
};

/** A pattern that says nearly the same. */
export type SimilarPattern = {
  /** Identifier of the pattern. */
  id: string;
  /** Its title. */
  title: string;
  /** Cosine similarity of the two patterns. */
  similarity: number;
};

/** Usage of models, counted when an answer ends. Counts are whole numbers. */
export type Usage = {
  /** Number of answers. */
  requests: number;
  /** Tokens read, except those of caches. */
  input_tokens: number;
  /** Tokens written, including thoughts. */
  output_tokens: number;
  /** Tokens read from a cache. */
  cache_read_tokens: number;
  /** Tokens written to a cache. */
  cache_write_tokens: number;
  /** Cost in US dollars, by the models' prices on this server; excludes the requests below. */
  cost_usd: number;
  /** Number of requests for models without a price. */
  unpriced_requests: number;
};

/** A user who has memory. `system`, whose memory everybody shares, is one of them. */
export type User = {
  /** Identifier, as used in `user_id`. */
  user_id: string;
  /** Number of sessions. */
  session_count: number;
  /** Number of messages in these sessions. */
  message_count: number;
  /** Number of patterns. */
  pattern_count: number;
  /** When their last message was written or a pattern of theirs last changed, whichever is later, ISO 8601. */
  updated_at: string;
};
