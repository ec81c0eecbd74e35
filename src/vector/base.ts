import "./threads.ts";
import { connect, Session, type Connection, type Table } from "@lancedb/lancedb";
import { AppError } from "../error.ts";
import type { Base, BaseBatch, BaseCandidates } from "../memory/search/base.ts";
import { isIn } from "./filter.ts";
import { Readers } from "./readers.ts";
import { rowSchema, rowsTable } from "./row.ts";
import { allRows, search, type Query } from "./search.ts";
import { accountOf, tableName } from "./table-name.ts";
import { optimize, rewrite } from "./upkeep.ts";

export type BaseOptions = {
  /** The folder of the tables, or an object store's address. */
  path: string;
  /** From how many embedded rows on vectors are indexed; fewer are scanned. */
  indexRows?: number;
  /** Every how many flushes of an account its indexes take in new rows. Between, those are found by scanning. */
  optimizeEvery?: number;
  /** Open tables kept for searching. */
  openTables?: number;
  /** Bound of LanceDB's caches of indexes and of metadata, together. Its own default is 7 GB. */
  cacheBytes?: number;
};

export async function openBase(options: BaseOptions): Promise<Base> {
  const cacheBytes = options.cacheBytes ?? 256 * 1024 * 1024;
  const session = new Session(BigInt(Math.floor(cacheBytes * 0.75)), BigInt(Math.floor(cacheBytes * 0.25)));
  return new LanceBase(await connect(options.path, { session }), options);
}

/** Deletions of one statement: a longer list takes SQL parsing longer than the deletion. */
const deleteIds = 500;

class LanceBase implements Base {
  readonly #db: Connection;
  readonly #readers: Readers;
  readonly #indexRows: number;
  readonly #optimizeEvery: number;
  /** Flushes of a table since it was last optimised by this process. */
  readonly #flushes = new Map<string, number>();

  constructor(db: Connection, options: BaseOptions) {
    this.#db = db;
    this.#readers = new Readers(db, options.openTables ?? 64);
    this.#indexRows = options.indexRows ?? 256;
    this.#optimizeEvery = options.optimizeEvery ?? 1;
  }

  async candidates(
    account: string,
    at: { fingerprint: string; version: number },
    query: Query,
  ): Promise<BaseCandidates> {
    const name = tableName(account, at.fingerprint);
    const attempt = () => this.#readers.withTable(name, at.version, (table) => search(table, query));
    try {
      // A purge may delete the files of the version that is open here: the second attempt opens the latest.
      return await attempt().catch(attempt);
    } catch (error) {
      throw unreadable(account, error);
    }
  }

  async apply(account: string, fingerprint: string, dimensions: number, batches: AsyncIterable<BaseBatch>) {
    const name = tableName(account, fingerprint);
    const schema = rowSchema(dimensions);
    const table = await this.#db.createEmptyTable(name, schema, { existOk: true });
    try {
      for await (const batch of batches) {
        await remove(table, batch.removedIds);
        if (batch.memories.length === 0) continue;
        await table
          .mergeInsert("id")
          .whenMatchedUpdateAll({ where: "target.seq < source.seq" })
          .whenNotMatchedInsertAll()
          .execute(await rowsTable(latest(batch.memories), schema, dimensions));
      }
      const flushes = (this.#flushes.get(name) ?? this.#optimizeEvery - 1) + 1;
      if (flushes >= this.#optimizeEvery) await optimize(table, this.#indexRows);
      this.#flushes.set(name, flushes % this.#optimizeEvery);
      return await table.version();
    } finally {
      table.close();
    }
  }

  async purge(account: string, fingerprint: string): Promise<number | undefined> {
    const name = tableName(account, fingerprint);
    if (!(await this.#names(account)).includes(name)) return undefined;
    const table = await this.#db.openTable(name);
    try {
      await rewrite(table, this.#indexRows);
      return await table.version();
    } finally {
      table.close();
    }
  }

  async drop(account: string, keepFingerprint?: string): Promise<void> {
    const keep = keepFingerprint === undefined ? undefined : tableName(account, keepFingerprint);
    for (const name of await this.#names(account)) {
      if (name === keep) continue;
      this.#readers.forget(name);
      this.#flushes.delete(name);
      await this.#db.dropTable(name);
    }
  }

  async *rows(account: string, at: { fingerprint: string; version: number }) {
    try {
      yield* await this.#readers.withTable(tableName(account, at.fingerprint), at.version, allRows);
    } catch (error) {
      throw unreadable(account, error);
    }
  }

  async accounts(): Promise<string[]> {
    return [...new Set((await this.#names()).map(accountOf))].sort();
  }

  async close(): Promise<void> {
    this.#readers.close();
    this.#db.close();
  }

  /** Table names, of one account or all. */
  async #names(account?: string): Promise<string[]> {
    const names: string[] = [];
    for (let last: string | undefined; ; last = names.at(-1)) {
      const page = await this.#db.tableNames({ limit: 1000, ...(last === undefined ? {} : { startAfter: last }) });
      names.push(...page);
      if (page.length < 1000) break;
    }
    return account === undefined ? names : names.filter((name) => accountOf(name) === account);
  }
}

async function remove(table: Table, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += deleteIds) await table.delete(isIn("id", ids.slice(i, i + deleteIds)));
}

/** One row an id: two of the same in one merge would both be kept. */
function latest<M extends { id: string; seq: number }>(memories: readonly M[]): M[] {
  const byId = new Map<string, M>();
  for (const memory of memories) if (memory.seq >= (byId.get(memory.id)?.seq ?? 0)) byId.set(memory.id, memory);
  return [...byId.values()];
}

function unreadable(account: string, cause: unknown): AppError {
  return new AppError("unavailable", `the index of account ${account} cannot be read`, { retryAfterS: 1, cause });
}
