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
  /** Whose memory it enters. Default: `system`. */
  user_id?: string | undefined;
  /** When it was said, ISO 8601. Default: now. */
  created_at?: string | undefined;
  /** Anything that belongs to it, at most 16 KiB as JSON. */
  metadata?: JsonObject | undefined;
};

/** The message that was written. */
export type AddMessageResponse = {
  /** Identifier of the message (`msg_`). */
  id: string;
  /** Its time, ISO 8601. */
  created_at: string;
  /** A sentence for people. */
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
  /** When the batch was written, ISO 8601; the latest of its messages' times where all have one of their own. */
  created_at: string;
};

/** What is left of a budget in the month. */
export type Budget = {
  /** What there is. */
  budget: number;
  /** What is spent; more than the budget where answers were under way when it ran out. */
  spent: number;
  /** What is left. */
  remaining: number;
};

/** An action to check. */
export type CheckConflictRequest = {
  /** What somebody is about to do. At most 256 KiB, of which the first 16,384 characters are judged. */
  proposed_action: string;
  /** Whether patterns are looked at. Default: true. */
  include_patterns?: boolean | undefined;
  /** Only rules from there: a pattern's tag, a message's source or a session. */
  scope?: string | undefined;
  /** Who acts: bound by their own directives and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** Whether the action keeps the rules, as far as this can be told. */
export type CheckConflictResponse = {
  /** `SAFE`, `WARNING` or `CONFLICT`. What could not be judged is never SAFE. */
  status: string;
  /** The directives that it breaks: MUST and NEVER make a CONFLICT, PREFER and AVOID a WARNING. */
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

/** A key to make. */
export type CreateKeyRequest = {
  /** What to call it. */
  name?: string | undefined;
  /** What it may do. Default: memory:read, memory:write, gateway. */
  scopes?: readonly ("memory:read" | "memory:write" | "gateway" | "admin")[] | undefined;
  /** The one user it may act for. Default: any. */
  user_id?: string | undefined;
  /** When it ends, ISO 8601. Default: never. */
  expires_at?: string | undefined;
  /**
   * The models that it may ask for. Default: any. A model's id (`claude-opus-5`), one with its provider
   * (`ollama/qwen3:8b`), or the beginning of either before a star (`claude-*`, `ollama/*`).
   */
  models?: readonly string[] | undefined;
  /**
   * Tokens that it has in a UTC month: a whole number from 1. Default: no budget. When they are spent, models
   * answer 429 until the month ends.
   */
  monthly_token_budget?: number | undefined;
  /**
   * US dollars that it has in a UTC month: above 0, at most six decimals. Default: no budget. With one, the key
   * may only ask for models that have a price here.
   */
  monthly_budget_usd?: number | undefined;
  /**
   * Whether it refuses requests that name no user, in place of giving them the memory that everybody shares.
   * Default: false. Not for a key with `user_id`, which names one.
   */
  require_user?: boolean | undefined;
};

/** The key that was made. */
export type CreateKeyResponse = {
  /** The key. */
  key: Key;
  /** The credential `ck_<id>_<secret>`. It cannot be read again. */
  secret: string;
};

/** Says that the whole account goes. */
export type DeleteAccountRequest = {
  /** The account's name, as a safeguard. */
  account: string;
};

/** Which directive to delete. */
export type DeleteDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** Whose directive. Default: `system`'s. */
  user_id?: string | undefined;
};

/** What was deleted. The messages that state the rule stay: they are erased by their own ids. */
export type DeleteDirectiveResponse = {
  /** Identifier of the directive. */
  id: string;
};

/** Which message to erase. */
export type DeleteMessageRequest = {
  /** Identifier of the message. */
  id: string;
  /** Whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** Which pattern to erase. */
export type DeletePatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** Whose pattern. Default: `system`'s. */
  user_id?: string | undefined;
};

/** Which session to erase. */
export type DeleteSessionRequest = {
  /** The session. */
  session_id: string;
  /** Whose session. Default: `system`'s. */
  user_id?: string | undefined;
};

/** Whose memory to erase. */
export type DeleteUserRequest = {
  /** The user. */
  user_id: string;
};

/** A rule that somebody stated, and that holds until it is replaced, retracted, disabled or deleted. */
export type Directive = {
  /** Identifier (`dir_...`): the same for the same rule of the same user. */
  id: string;
  /** What kind of rule: `MUST`, `NEVER`, `PREFER` or `AVOID`. */
  type: string;
  /** The rule in words that stand alone. */
  rule: string;
  /** How much it matters: 1 to 100. */
  priority: number;
  /** Where it was stated last: `signal:msg_...` or `pattern:pat_...`. */
  source: string;
  /** When it was stated last, ISO 8601. */
  created_at: string;
  /** Sources that state it, in the order of time, at most 20. */
  evidence: string[];
  /** Whom it binds: `system` is everybody. */
  user_id: string;
  /** Whether it is given whatever the window is, and before others of its type. */
  pinned: boolean;
  /** Whether it holds: `live`, `disabled`, `replaced` or `retracted`. */
  status: string;
  /** When it was replaced or retracted, ISO 8601. Absent of one that was not. */
  ended_at?: string;
  /** The source that replaced or retracted it. Absent of one that was not. */
  ended_by?: string;
};

/** A directive that the action breaks. */
export type DirectiveConflict = {
  /** What kind of rule: `MUST`, `NEVER`, `PREFER` or `AVOID`. */
  type: string;
  /** The rule. */
  rule: string;
  /** How much it matters: 1 to 100. */
  priority: number;
  /** Where it was stated last: `signal:msg_...` or `pattern:pat_...`. */
  source: string;
  /** How much of the rule the action touches: 0 to 1. */
  similarity: number;
  /** Why, in a sentence that quotes the rule. */
  reason: string;
  /** Identifier of the directive (`dir_...`). */
  id: string;
};

/** What to change of a directive: at least one of the two. */
export type EditDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** Whether it is given whatever the window is, and before others of its type. */
  pinned?: boolean | undefined;
  /** Whether it binds nobody until this is taken back, however often it is stated. */
  disabled?: boolean | undefined;
  /** Whose directive. Default: `system`'s. */
  user_id?: string | undefined;
};

/** What to change about a key. */
export type EditKeyRequest = {
  /** Identifier of the key. */
  id: string;
  /** What to call it. */
  name?: string | undefined;
  /** When it ends, ISO 8601. */
  expires_at?: string | undefined;
  /** The models that it may ask for, in place of those it had. Written as in CreateKeyRequest. */
  models?: readonly string[] | undefined;
  /** Tokens that it has in a UTC month: a whole number from 1. What it used this month counts. */
  monthly_token_budget?: number | undefined;
  /** US dollars that it has in a UTC month: above 0, at most six decimals. What it used this month counts. */
  monthly_budget_usd?: number | undefined;
  /** Whether it refuses requests that name no user. */
  require_user?: boolean | undefined;
  /**
   * What to take away: `expires_at` (it never ends), `models` (it may ask for any), `monthly_token_budget`,
   * `monthly_budget_usd`.
   */
  clear?: readonly ("expires_at" | "models" | "monthly_token_budget" | "monthly_budget_usd")[] | undefined;
};

/** What to change of a message. */
export type EditMessageRequest = {
  /** Identifier of the message. */
  id: string;
  /** The new text; unchanged where absent. */
  content?: string | undefined;
  /** The new metadata, as a whole; unchanged where absent. */
  metadata?: JsonObject | undefined;
  /** Whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** What to change of a pattern. Over REST the members of the body are what changes. */
export type EditPatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** The new title. */
  title?: string | undefined;
  /** The new problem. */
  problem?: string | undefined;
  /** The new solution. */
  solution?: string | undefined;
  /** The new tags, as a whole. */
  tags?: readonly string[] | undefined;
  /** The new conditions, as a whole. */
  works_when?: readonly string[] | undefined;
  /** The new anti-patterns, as a whole. */
  anti_patterns?: readonly string[] | undefined;
  /** Whose pattern. Default: `system`'s. */
  user_id?: string | undefined;
};

/** Somebody or something that facts are about. */
export type Entity = {
  /** Identifier (`ent_...`). */
  id: string;
  /** Its name as it was said first; `user` for who speaks. */
  name: string;
  /** Other names that mean it: `my sister` of Ana. */
  aliases: string[];
  /** How many of its facts hold. */
  fact_count: number;
};

/** An entity with what is known of it. */
export type EntityDetail = {
  /** Identifier (`ent_...`). */
  id: string;
  /** Its name as it was said first; `user` for who speaks. */
  name: string;
  /** Other names that mean it. */
  aliases: string[];
  /** What holds on the day asked for. */
  facts: Fact[];
  /** Everything known up to that day, what has ended included, the earliest first. */
  timeline: Fact[];
  /**
   * Whether either is cut: each has the last of its facts that have 1.75 MiB together. An earlier `as_of` tells
   * what was before these.
   */
  has_more: boolean;
};

/** A request to forget, and how far it has come. What it names is hidden from every read when the answer arrives. */
export type Erasure = {
  /** Identifier (`era_`). */
  id: string;
  /** `pending` until every stored byte is purged, then `done`. */
  status: string;
  /** What was hidden. */
  counts: ErasureCounts;
  /** When it was asked for, ISO 8601. */
  created_at: string;
  /** When the last byte was gone, ISO 8601. */
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
  /** Cosine of the two meanings, -1 to 1; absent where the memory or the query has no vector. */
  cosine?: number;
  /** BM25 over what the query could attain, 0 to 1. */
  bm25: number;
  /** What neighbours and the session added, before normalisation. */
  context: number;
  /** Factor of reported outcomes, 1 without any. */
  outcome: number;
  /** Factor of age. */
  recency: number;
};

/** What somebody said that is, was or will be. */
export type Fact = {
  /** Identifier (`fact_...`). */
  id: string;
  /** Whom or what it is about. */
  subject: string;
  /** Identifier of that entity. */
  subject_id: string;
  /** What it says of it, one of a closed list (docs/graph.md). */
  predicate: string;
  /** The other entity, or a text. */
  object: string;
  /** Identifier of the other entity, if the object is one. */
  object_id?: string;
  /** Since when: a day, month, year or week (`2026-03-14`, `2026-03`, `2026`, `2026-W11`), if that was said. */
  valid_from?: string;
  /** Until when. Absent while it holds. */
  valid_to?: string;
  /** The fact as one sentence, with its dates. */
  sentence: string;
  /** Identifiers of the messages that say so, or that ended it. */
  evidence: string[];
  /** When it was said first, ISO 8601. */
  said_at: string;
};

/** A pattern to forge. */
export type ForgeRequest = {
  /** What the pattern is called. At most 500 characters. */
  title: string;
  /** What goes wrong without it. At most 64 KiB. */
  problem: string;
  /** What to do. At most 64 KiB. */
  solution: string;
  /** Conditions when it applies, at most 50 of 2,000 characters. */
  works_when?: readonly string[] | undefined;
  /** What not to do, at most 50 of 2,000 characters. */
  anti_patterns?: readonly string[] | undefined;
  /** Labels, at most 50 of 100 characters. */
  tags?: readonly string[] | undefined;
  /** The session that the learnings came from. */
  session_id?: string | undefined;
  /** Whose pattern. Default: `system`'s. */
  user_id?: string | undefined;
};

/** The pattern that was forged. */
export type ForgeResponse = {
  /** Identifier (`pat_`). */
  id: string;
  /** Its title. */
  title: string;
  /** Its confidence as of now: 0.5 when new. */
  confidence: number;
  /** A sentence for people. */
  message: string;
  /** What happened: `created`, `updated` or `unchanged`. */
  status: string;
  /** Its version, from 1. */
  version: number;
  /**
   * Other patterns that say nearly the same, the nearest first: those of now, also where an `Idempotency-Key`
   * repeats an answer.
   */
  similar: SimilarPattern[];
};

/** What a request lost on its way to a model. */
export type GatewayLoss = {
  /** A member of the request: `top_k`. */
  what: string;
  /** `dropped`, or `emulated` where something near was said. */
  how: string;
};

/** What the model gateway did with a search, in one request to a model: what the headers of the answer said. */
export type GatewayUse = {
  /** Why nothing was shown, or, where some of memory failed, why there may be more: `timeout`, `error`. */
  reason?: string;
  /** Memories that were new in the request. */
  items: number;
  /** Rules that hold, where the request told the conversation of them. */
  rules?: number;
  /** Relevant ones for which there was no room. */
  omitted: number;
  /** Tokens that they added, estimated. */
  tokens: number;
  /** Where they stood: `system`, `message`, `part`. */
  positions: string[];
  /** Blocks of earlier turns that were put back. */
  replayed: number;
  /** Whether all of these were: `none`, `complete`, `incomplete`, `unknown`. */
  replay: string;
  /** What memory took before the request was sent, in milliseconds. */
  ms: number;
  /** What the model's dialect could not say of the request. */
  losses: GatewayLoss[];
};

/** Which directive to read. */
export type GetDirectiveRequest = {
  /** Identifier of the directive. */
  id: string;
  /** Who asks: finds the named user's and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** Which directives to read. */
export type GetDirectivesRequest = {
  /** Whom they bind: the named user's own and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /**
   * How many hours back messages count: 1 to 8,760, default 72. Pinned directives and patterns count whatever
   * their age.
   */
  window_hours?: number | undefined;
};

/** The rules that bind the user. */
export type GetDirectivesResponse = {
  /**
   * The directives: MUST, NEVER, PREFER, AVOID; of a type pinned ones first, then by priority. The last are left
   * out where all would have more than 3.5 MiB together.
   */
  directives: Directive[];
};

/** Which entity to read. */
export type GetEntityRequest = {
  /** Identifier of the entity. */
  id: string;
  /** The day for which to tell what held, ISO 8601. Default: today. */
  as_of?: string | undefined;
  /** Whose facts. Default: `system`'s. */
  user_id?: string | undefined;
};

/** Which erasure to read. */
export type GetErasureRequest = {
  /** Identifier of the erasure (`era_`). */
  id: string;
};

/** Asks for the gateway's health. */
export type GetHealthRequest = {
};

/** The gateway's health. */
export type GetHealthResponse = {
  /** `ok`, or `degraded` where memory cannot be served. */
  status: string;
  /** The version of this server; absent without a key. */
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
  /** Whose memory it is in. Default: `system`. */
  user_id?: string | undefined;
};

/** Asks for one model. */
export type GetModelRequest = {
  /** Its id, such as `claude-opus-5` or `ollama/qwen3:8b`. */
  id: string;
};

/** Which pattern's versions to list. */
export type GetPatternHistoryRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Who asks: finds the named user's and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
};

/** The versions of a pattern. */
export type GetPatternHistoryResponse = {
  /** The versions, newest first: fewer than `limit` where their texts would have more than 3.5 MiB together. */
  versions: PatternVersion[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where this page ends; absent on the last one. */
  next_cursor?: string;
};

/** Which pattern to read. */
export type GetPatternRequest = {
  /** Identifier of the pattern. */
  id: string;
  /** Who asks: finds the named user's and `system`'s. Default: `system`'s only. */
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
   * The query; absent of a search by the model gateway, and once 30 days have passed or something found was
   * erased.
   */
  query?: string;
  /** SHA-256 of the query, hexadecimal. */
  query_sha256: string;
  /** The memories that were returned, best first. */
  results: RetrievedMemory[];
  /** When the search was made, ISO 8601. */
  created_at: string;
  /** What the model gateway did with it; absent of other searches. */
  gateway?: GatewayUse;
};

/** Which usage. */
export type GetUsageRequest = {
  /** The UTC month, such as `2026-11`. Default: the current one. */
  month?: string | undefined;
  /** The key whose usage it is. Default: every key's, or the caller's own without the scope `admin`. */
  key_id?: string | undefined;
};

/**
 * What was asked of models in a month. Lists begin with what cost most, then what has most tokens, and end after
 * 1,000.
 */
export type GetUsageResponse = {
  /** The UTC month. */
  month: string;
  /** When it ends and budgets renew, ISO 8601. */
  resets_at: string;
  /** Of all of it. */
  total: Usage;
  /** By model. */
  models: ModelUsage[];
  /**
   * By key, of those that were used; of the one that was asked for in any case. A key that was rotated and its
   * successors are one, under the id of the first.
   */
  keys: KeyUsage[];
};

/** An API key, without its secret. */
export type Key = {
  /** Identifier (`key_`). */
  id: string;
  /** What it is called; empty without a name. */
  name: string;
  /** What it may do: memory:read, memory:write, gateway, admin. */
  scopes: string[];
  /** The one user it acts for, if it is bound to one. */
  user_id?: string;
  /** When it was made, ISO 8601. */
  created_at: string;
  /** When it ends, ISO 8601; absent if never. */
  expires_at?: string;
  /** When it was revoked, ISO 8601; absent if it is not. */
  revoked_at?: string;
  /**
   * The models that it may ask for; empty if any. A model's id (`claude-opus-5`), one with its provider
   * (`ollama/qwen3:8b`), or the beginning of either before a star (`claude-*`, `ollama/*`).
   */
  models: string[];
  /**
   * Tokens that it has in a UTC month, a whole number; absent if no budget. All that models read and write counts,
   * cached tokens too.
   */
  monthly_token_budget?: number;
  /** US dollars that it has in a UTC month, at most six decimals; absent if no budget. */
  monthly_budget_usd?: number;
  /** Whether it refuses requests that name no user. */
  require_user: boolean;
};

/** The usage of a key. */
export type KeyUsage = {
  /** Identifier of the key. */
  key_id: string;
  /** What it is called. */
  name: string;
  /** What was used. */
  usage: Usage;
  /** Its budget in tokens, if it has one. */
  token_budget?: Budget;
  /** Its budget in US dollars, if it has one. */
  usd_budget?: Budget;
};

/** Which directives to list. */
export type ListDirectivesRequest = {
  /** Only those in one of these states. Default: `live` and `disabled`. */
  status?: readonly ("live" | "disabled" | "replaced" | "retracted")[] | undefined;
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whom they bind: the named user's own and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** A page of directives. */
export type ListDirectivesResponse = {
  /**
   * The directives: those that hold in their order, then those that ended, the last first. Fewer than `limit`
   * where they would have more than 3.5 MiB together.
   */
  directives: Directive[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Which entities to list. */
export type ListEntitiesRequest = {
  /** A part of a name or alias, whatever its case and its accents. */
  q?: string | undefined;
  /** The day for which facts are counted, ISO 8601. Default: today. */
  as_of?: string | undefined;
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whose facts. Default: `system`'s. */
  user_id?: string | undefined;
};

/** A page of entities. */
export type ListEntitiesResponse = {
  /** The entities: fewer than `limit` where their names would have more than 3.5 MiB together. */
  entities: Entity[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Which keys to list. */
export type ListKeysRequest = {
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
};

/** A page of keys. */
export type ListKeysResponse = {
  /** The keys, newest first. */
  keys: Key[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where this page ends; absent on the last one. */
  next_cursor?: string;
};

/** Which messages to list. */
export type ListMessagesRequest = {
  /** The session. */
  session_id: string;
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whose session. Default: `system`'s. */
  user_id?: string | undefined;
};

/** A page of messages. */
export type ListMessagesResponse = {
  /**
   * The messages, in the order they were written: fewer than `limit` where their texts and metadata would have
   * more than 3.5 MiB together.
   */
  messages: Message[];
  /** How many the session holds. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Asks for the models. */
export type ListModelsRequest = {
  /** How many at most; all of them without it. */
  limit?: number | undefined;
  /** Only those behind the model with this id. */
  after_id?: string | undefined;
  /** Only those before the model with this id. */
  before_id?: string | undefined;
};

/** The models, in both dialects' shapes at once. */
export type ListModelsResponse = {
  /** Always `list`. */
  object: string;
  /** The models, by provider. */
  data: Model[];
  /** Whether there are more. */
  has_more: boolean;
  /** The id of the first one; absent where there is none. */
  first_id?: string;
  /** The id of the last one; absent where there is none. */
  last_id?: string;
};

/** Which patterns to list. */
export type ListPatternsRequest = {
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /**
   * Only patterns that carry all of these tags, compared case-folded. In a query a comma divides them, also where
   * it is escaped: a tag that has one is asked for over RPC.
   */
  tags?: readonly string[] | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whose patterns: the named user's and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
};

/** A page of patterns. */
export type ListPatternsResponse = {
  /** The patterns, newest first: fewer than `limit` where their texts would have more than 3.5 MiB together. */
  patterns: Pattern[];
  /** How many match in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Which sessions to list. */
export type ListSessionsRequest = {
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whose sessions. Default: `system`'s. */
  user_id?: string | undefined;
};

/** A page of sessions. */
export type ListSessionsResponse = {
  /** The sessions. */
  sessions: Session[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Whose messages to list. */
export type ListUserMessagesRequest = {
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
  /** Whose messages. Default: `system`'s. */
  user_id?: string | undefined;
};

/** A page of a user's messages. */
export type ListUserMessagesResponse = {
  /** The messages: fewer than `limit` where their texts and metadata would have more than 3.5 MiB together. */
  messages: Message[];
  /** How many the user has. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** Which users to list. */
export type ListUsersRequest = {
  /** How many at most: 1 to 200, default 50. */
  limit?: number | undefined;
  /** How many to skip. */
  offset?: number | undefined;
  /** Where the page before ended (its `next_cursor`), instead of `offset`. */
  cursor?: string | undefined;
};

/** A page of users. */
export type ListUsersResponse = {
  /** The users. */
  users: User[];
  /** How many there are in all. */
  total: number;
  /** Whether more follow. */
  has_more: boolean;
  /** Where the next page begins, if there is one. */
  next_cursor?: string;
};

/** What a long request costs, in US dollars for a million tokens. */
export type LongPrices = {
  /** Tokens of a prompt, those of caches included, from which on a request is long. */
  from_tokens: number;
  /** Tokens read, but for those of caches. */
  input: number;
  /** Tokens written, thoughts included. */
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
  status: string;
};

/** Which patterns to merge. */
export type MergePatternRequest = {
  /** The pattern that remains, with its title, problem and solution. */
  id: string;
  /** Those that go into it, 1 to 50. One that was merged into it before is passed over. */
  from: readonly string[];
  /** Whose patterns they are, all of them. Default: `system`'s. */
  user_id?: string | undefined;
};

/** What became of them. */
export type MergePatternResponse = {
  /** The pattern that remains: tags, conditions and anti-patterns of all, the first 50 of each. */
  pattern: Pattern;
  /** The patterns that went into it, by this call or before. */
  merged: string[];
};

/** A message of working memory. */
export type Message = {
  /** Identifier (`msg_`). */
  id: string;
  /** Who said it: `user` or `assistant`. */
  role: string;
  /** What was said. */
  content: string;
  /** The conversation it belongs to. */
  session_id: string;
  /** Label of the platform it came from; empty without one. */
  source: string;
  /** When it was said, ISO 8601. */
  created_at: string;
  /** Whose memory it is. */
  user_id: string;
  /** What was stored with it. */
  metadata?: JsonObject;
  /** When its text or its metadata was last edited, ISO 8601; absent where neither was. */
  updated_at?: string;
};

/** A model that can be asked for. */
export type Model = {
  /** What a request calls it. */
  id: string;
  /** Always `model`: OpenAI's word. */
  object: string;
  /** Always `model`: Anthropic's word. */
  type: string;
  /** A name for people. */
  display_name: string;
  /** When it came out, in seconds since the epoch; 0, since no provider's list is asked. */
  created: number;
  /** The same as RFC 3339. */
  created_at: string;
  /** The id of its provider. */
  owned_by: string;
  /** Tokens that it can read; absent where that is not known. */
  context_window?: number;
  /** Tokens that it can write; absent where that is not known. */
  max_output_tokens?: number;
  /** `live`, or `coming_soon` until its provider has a key here. */
  status: string;
  /** Whether this server has its provider's key. */
  available: boolean;
  /** What it costs, as keys' budgets are charged here; absent where that is not known. */
  prices?: ModelPrices;
};

/** What a model costs, in US dollars for a million tokens. */
export type ModelPrices = {
  /** Tokens read, but for those of caches. */
  input: number;
  /** Tokens written, thoughts included. */
  output: number;
  /** Tokens read from a cache. */
  cache_read: number;
  /** Tokens written to a cache. */
  cache_write: number;
  /** Tokens written to a cache that keeps them for an hour. */
  cache_write_1h: number;
  /** What all tokens of a long request cost; absent where they cost the same. */
  long?: LongPrices;
};

/** The usage of a model. */
export type ModelUsage = {
  /** Its provider; empty for models that are counted together. */
  provider: string;
  /** Its name there; `(others)` for those beyond the 200 that are told apart for a key. */
  model: string;
  /** What was used. */
  usage: Usage;
};

/** A reusable record of a problem and what solves it. */
export type Pattern = {
  /** Identifier (`pat_`). */
  id: string;
  /** What it is called. */
  title: string;
  /** What goes wrong without it. */
  problem: string;
  /** What to do. */
  solution: string;
  /** Labels, as given. */
  tags: string[];
  /** Conditions when it applies. */
  works_when: string[];
  /** What not to do. */
  anti_patterns: string[];
  /** (s + 1) / (n + 2) over its decayed outcomes: 0.5 without any. */
  confidence: number;
  /** How many outcomes were reported. */
  applications: number;
  /** The share of them that were successes; 0 without any. */
  success_rate: number;
  /** When it was first created, ISO 8601. */
  created_at: string;
  /** When this version was written, ISO 8601. */
  updated_at: string;
  /** Its version, from 1. */
  version: number;
  /** Whose it is. */
  user_id: string;
  /** Whether it failed too often to be shown unasked. */
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

/** A pattern as it once was. */
export type PatternVersion = {
  /** Its number, from 1. */
  version: number;
  /** What it was called. */
  title: string;
  /** What went wrong without it. */
  problem: string;
  /** What to do. */
  solution: string;
  /** Labels. */
  tags: string[];
  /** Conditions when it applied. */
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
  /** `ok`; `no_key`; or `failing`, while it is left alone after too many failures. */
  status: string;
  /** How many models are listed of it; of an endpoint of the operator's own, when it was last asked. */
  models: number;
  /** When it last could not be reached; absent where it always could be since the start. */
  last_error_at?: string;
};

/** A pattern to store. Its title, case and white space aside, is its key. */
export type PutPatternRequest = {
  /** What the pattern is called. At most 500 characters. */
  title: string;
  /** What goes wrong without it. At most 64 KiB. */
  problem: string;
  /** What to do. At most 64 KiB. */
  solution: string;
  /** Labels, at most 50 of 100 characters. */
  tags?: readonly string[] | undefined;
  /** Conditions when it applies, at most 50 of 2,000 characters. */
  works_when?: readonly string[] | undefined;
  /** What not to do, at most 50 of 2,000 characters. */
  anti_patterns?: readonly string[] | undefined;
  /** Whose pattern. Default: `system`'s, which every user sees. */
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
  /** Its confidence as of now: 0.5 when new. */
  confidence: number;
  /** What happened: `created`, `updated` or `unchanged`. */
  status: string;
  /** Its version, from 1. */
  version: number;
};

/** Whether what a search returned has helped. */
export type RecordOutcomeRequest = {
  /** Whether it helped. */
  success: boolean;
  /**
   * The memories that did, or did not, at most 100: each is credited in full. Default: the credit is shared by
   * rank.
   */
  memory_ids?: readonly string[] | undefined;
  /** Why, for people. At most 2,000 characters. */
  note?: string | undefined;
} & (
  | {
      /** The same, by the name that client libraries have for it. */
      applicationId: string;
      retrieval_id?: undefined;
    }
  | {
      /** The retrieval (`ret_`) that a search answered with. It or `application_id` must be given. */
      retrieval_id: string;
      applicationId?: undefined;
    }
);

/** The outcome as it is recorded. */
export type RecordOutcomeResponse = {
  /** Identifier of the retrieval. */
  retrieval_id: string;
  /** Whether it helped. */
  success: boolean;
  /** What happened: `recorded`, `replaced` or `unchanged`. */
  status: string;
  /** How many memories are credited. */
  credited: number;
  /** A sentence for people. */
  message: string;
};

/** A memory on a receipt. */
export type RetrievedMemory = {
  /** Identifier of the memory. */
  id: string;
  /** Its layer. */
  source: string;
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
  /** How long the old key works on, in seconds: 0 to 2592000 (30 days), default 86400. */
  overlap_seconds?: number | undefined;
};

/** The successor. */
export type RotateKeyResponse = {
  /** The new key. */
  key: Key;
  /** The credential `ck_<id>_<secret>`. It cannot be read again. */
  secret: string;
  /** When the old key ends, ISO 8601. */
  previous_expires_at: string;
};

/** What to search for, and where. */
export type SearchRequest = {
  /** The question, in plain words. At most 16 KiB. */
  query: string;
  /** How many results at most: 1 to 100, default 10. */
  limit?: number | undefined;
  /**
   * Layers to search: patterns, graph, signals; `all` is these three. Default: patterns and signals. In `graph`
   * are facts.
   */
  sources?: readonly ("patterns" | "graph" | "signals" | "all")[] | undefined;
  /** Only messages of this session. */
  session_id?: string | undefined;
  /** Whose memory: the named user's and `system`'s. Default: `system`'s only. */
  user_id?: string | undefined;
  /**
   * Only patterns that carry all of these tags, compared case-folded: messages and facts have none, and are left
   * out.
   */
  tags?: readonly string[] | undefined;
  /** Only memories created at or after this ISO 8601 time. */
  since?: string | undefined;
  /** Only memories created before this ISO 8601 time. */
  until?: string | undefined;
  /** Only results whose similarity, an absolute score, is at least this: 0 to 1. */
  min_similarity?: number | undefined;
  /** Whether each result shows the parts of its score. */
  explain?: boolean | undefined;
  /** Whether patterns that failed too often are found, too. */
  include_quarantined?: boolean | undefined;
  /**
   * Only messages that were stored with all of these in their `metadata`: by the name of a member its text, number
   * or boolean, or one item of its list. At most 16. Patterns and facts have none, and are left out.
   */
  metadata?: JsonObject | undefined;
};

/** What was found. */
export type SearchResponse = {
  /** Identifier of this retrieval (`ret_`): the handle of its receipt and of outcomes. */
  retrieval_id: string;
  /**
   * The memories found, best first: fewer than `limit` where their texts and metadata would have more than 3.5 MiB
   * together. Of a user's messages that say the same, letter for letter, only the best is among them.
   */
  results: SearchResult[];
  /** How long the search took on the server, in milliseconds. */
  timing_ms: number;
};

/** One memory found. */
export type SearchResult = {
  /** Identifier of the memory. */
  id: string;
  /** Its text. */
  content: string;
  /** The layer it came from: patterns, graph or signals. */
  source: string;
  /** Absolute score between 0 and 1; falls with rank. */
  similarity: number;
  /** What is known of it, by layer. */
  metadata: SearchResultMetadata;
  /** The parts of the score, where `explain` asked for them. */
  explanation?: Explanation;
};

/**
 * What is known of a found memory. Members that its layer does not have are absent; only `tags` is then an empty
 * list.
 */
export type SearchResultMetadata = {
  /** Successes over applications: the share of its outcomes that were successes; 0 without any. */
  success_rate: number;
  /** Patterns: the title. */
  title?: string;
  /** Patterns: the tags as stored. */
  tags: string[];
  /** Patterns: the confidence, 0 to 1. */
  confidence?: number;
  /** Signals: who said it, `user` or `assistant`. */
  role?: string;
  /** Signals: the session it was said in. */
  session_id?: string;
  /** Signals: label of the platform it came from. */
  source?: string;
  /** When it was created, ISO 8601. */
  created_at?: string;
  /** Patterns: whether it failed too often to be shown unasked. */
  quarantined?: boolean;
  /** Graph: whom or what the fact is about. */
  subject?: string;
  /** Graph: what it says, one of a closed list (docs/graph.md). */
  predicate?: string;
  /** Graph: the other entity, or a text. */
  object?: string;
  /** Graph: since when, as it was said: a day, month, year or week. */
  valid_from?: string;
  /** Graph: until when; absent while it holds. */
  valid_to?: string;
  /** Graph: identifiers of the messages and patterns that say so, or that ended it. */
  evidence?: string[];
  /** Whose memory it is: the user's who asks, or `system`'s. */
  user_id: string;
  /** Signals: what was stored with the message. */
  metadata?: JsonObject;
};

/** A conversation. */
export type Session = {
  /** Its identifier, as the client named it. */
  session_id: string;
  /** Whose it is. */
  user_id: string;
  /** How many messages it holds. */
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
  /** Cosine of the two meanings. */
  similarity: number;
};

/** What was asked of models, counted when an answer ended. Counts are whole numbers. */
export type Usage = {
  /** Answers. */
  requests: number;
  /** Tokens read, but for those of caches. */
  input_tokens: number;
  /** Tokens written, thoughts included. */
  output_tokens: number;
  /** Tokens read from a cache. */
  cache_read_tokens: number;
  /** Tokens written to a cache. */
  cache_write_tokens: number;
  /** What it cost, in US dollars, by the models' prices here; without the requests below. */
  cost_usd: number;
  /** Requests for models without a price. */
  unpriced_requests: number;
};

/** Somebody of whom there is memory; `system`, whose memory everybody shares, is one of them. */
export type User = {
  /** Who it is, as `user_id` names them. */
  user_id: string;
  /** How many sessions they have. */
  session_count: number;
  /** How many messages these hold. */
  message_count: number;
  /** How many patterns they have. */
  pattern_count: number;
  /** When their last message was written, or a pattern of theirs last changed, ISO 8601. */
  updated_at: string;
};
