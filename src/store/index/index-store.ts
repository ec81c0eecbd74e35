import { sql } from "kysely";
import type { Layer } from "../../memory/entity/layer.ts";
import type { Role } from "../../memory/entity/message.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import type {
  BaseSession,
  HydratedMemory,
  IndexChange,
  IndexedMemory,
  IndexState,
  IndexStore,
  LexiconStats,
} from "../../memory/search/index-store.ts";
import { confidence, isQuarantined, successRate } from "../../memory/entity/track-record.ts";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import { onLiveBranch } from "../memory/live-branch.ts";
import { recordColumns, recordOfRow, type RecordColumns } from "../outcome/track-records.ts";
import { listStatement, statement } from "../statement.ts";
import { changeOf, memoryOf, selectIndexed, type IndexedRow } from "./index-rows.ts";
import { readState } from "./index-state.ts";
import { readLexicon, readSessionTerms, type SessionKey } from "./lexicon-reads.ts";

const idsPerStatement = 200;

export class SqlIndexStore implements IndexStore {
  readonly #db: Pick<Database, "read">;

  constructor(db: Pick<Database, "read">) {
    this.#db = db;
  }

  async state(account: string): Promise<IndexState | undefined> {
    const [row] = await readState(this.#db.read, account);
    if (!row || row.seq === 0) return undefined;
    return {
      maxSeq: row.seq,
      flushedSeq: row.flushed_seq,
      baseVersion: row.base_version,
      fingerprint: row.fingerprint ?? "",
      pending: Number(row.pending),
      pendingReplies: Number(row.pending_replies),
      soleBaseUser: row.first_user !== null && row.first_user === row.last_user ? row.first_user : undefined,
    };
  }

  async changes(account: string, after: number, limit: number): Promise<IndexChange[]> {
    return (await selectChanges(this.#db.read, { account, after, limit })).map(changeOf);
  }

  async byId(account: string, ids: string[]): Promise<IndexedMemory[]> {
    const found: IndexedMemory[] = [];
    for (const part of chunks(ids, idsPerStatement)) {
      const rows = await this.#based(account).where("memory.id", "in", part).execute();
      found.push(...rows.map(memoryOf));
    }
    return found;
  }

  async byPlace(account: string, places: (SessionKey & { position: number })[]): Promise<IndexedMemory[]> {
    const found: IndexedMemory[] = [];
    for (const part of chunks(places, idsPerStatement)) {
      const tuples = part.map((place) => sql`(${place.user}, ${place.sessionId}, cast(${place.position} as integer))`);
      const rows = await this.#based(account)
        .where(sql<boolean>`memory.position >= 0`)
        .where(sql<boolean>`(memory.user_id, memory.session_id, memory.position) in (values ${sql.join(tuples)})`)
        .execute();
      found.push(...rows.map(memoryOf));
    }
    return found;
  }

  lexicon(account: string, users: string[], termIds: Uint32Array): Promise<LexiconStats> {
    return readLexicon(this.#db.read, account, users, termIds);
  }

  sessionTerms(account: string, sessions: SessionKey[]): Promise<(BaseSession | undefined)[]> {
    return readSessionTerms(this.#db.read, account, sessions);
  }

  async hydrate(scope: Scope, ids: string[]): Promise<HydratedMemory[]> {
    return (await selectHydrated(this.#db.read, scope, ids)).map(hydratedOf);
  }

  /** Live memories that the base holds. */
  #based(account: string) {
    return selectIndexed(this.#db.read)
      .where("memory.account_id", "=", account)
      .where("memory.deleted", "=", 0)
      .where("flushed.id", "is not", null);
  }
}

/**
 * A user sees their own memories and `system`'s, as `visibleUsers` has it. Nobody sees what a conversation with a model
 * left behind when an earlier turn was said or answered anew.
 */
const selectHydrated = listStatement<Scope, string, HydratedRow>((db, param, ids) =>
  db
    .selectFrom("memory")
    .leftJoin("pattern", (join) =>
      join.onRef("pattern.account_id", "=", "memory.account_id").onRef("pattern.id", "=", "memory.id"),
    )
    .select(["memory.id", "memory.layer", "memory.user_id", "memory.text", "memory.created_at", "memory.session_id"])
    .select(["memory.role", "memory.source", "memory.metadata", "pattern.title", "pattern.tags"])
    .select(recordColumns)
    .where("memory.account_id", "=", param("account"))
    .where("memory.user_id", "in", [param("user"), sql.lit(systemUser)])
    .where("memory.id", "in", ids)
    .where("memory.deleted", "=", 0)
    .where(onLiveBranch("memory")),
);

const selectChanges = statement<{ account: string; after: number; limit: number }, IndexedRow>((db, param) =>
  selectIndexed(db)
    .where("memory.account_id", "=", param("account"))
    .where("memory.seq", ">", param("after"))
    .orderBy("memory.seq")
    .limit(param("limit")),
);

type HydratedRow = RecordColumns & {
  id: string;
  layer: string;
  user_id: string;
  text: string | null;
  created_at: number;
  session_id: string;
  role: string | null;
  source: string | null;
  metadata: string | null;
  title: string | null;
  tags: string | null;
};

function hydratedOf(row: HydratedRow): HydratedMemory {
  const record = recordOfRow(row);
  const nowMs = Date.now();
  const memory: HydratedMemory = {
    id: row.id,
    // Only the stores of layers write it.
    layer: row.layer as Layer,
    user: row.user_id,
    content: row.text ?? "",
    createdAtMs: row.created_at,
    successRate: successRate(record),
  };
  if (row.title !== null) {
    // As written: a pattern's tags are a list of strings.
    const tags = JSON.parse(row.tags!) as string[];
    const standing = { confidence: confidence(record, nowMs), quarantined: isQuarantined(record, nowMs) };
    memory.pattern = { title: row.title, tags, ...standing };
  }
  if (row.role !== null) {
    // Only messages have a role, one of the two.
    const said = { role: row.role as Role, sessionId: row.session_id, source: row.source ?? "" };
    memory.message = { ...said, ...(row.metadata !== null && { metadataJson: row.metadata }) };
  }
  return memory;
}
