import type { Selectable } from "kysely";
import type { AccountTable, IdempotencyTable, KeyTable, KeyUsageTable, LimitWindowTable } from "./account/tables.ts";
import type { DirectiveMarkTable, DirectiveProgressTable, DirectiveStatementTable } from "./directive/tables.ts";
import type { VectorTable } from "./embedding/tables.ts";
import type { ErasureTable } from "./erasure/tables.ts";
import type {
  GatewayBlockTable,
  GatewayEntryTable,
  GatewayExchangeTable,
  GatewayThreadTable,
  GatewayTurnTable,
} from "./gateway/tables.ts";
import type { ClaimTable, GraphProgressTable } from "./graph/tables.ts";
import type { FlushedTable, LexiconSessionTable, LexiconTermTable, LexiconTotalTable } from "./index/tables.ts";
import type {
  MemoryTable,
  MergedPatternTable,
  PatternTable,
  PatternVersionTable,
  SessionTable,
} from "./memory/tables.ts";
import type { CreditTable, OutcomeTable, RetrievalTable } from "./outcome/tables.ts";

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

export type PatternRow = Selectable<PatternTable>;
export type PatternVersionRow = Selectable<PatternVersionTable>;
export type AccountRow = Selectable<AccountTable>;
export type KeyRow = Selectable<KeyTable>;
export type KeyUsageRow = Selectable<KeyUsageTable>;
export type ErasureRow = Selectable<ErasureTable>;
