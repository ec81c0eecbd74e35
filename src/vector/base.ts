import "./threads.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { connect, Session, type Connection, type Table } from "@lancedb/lancedb";
import { AppError, unlessGone } from "../error.ts";
import type {
  Base,
  BaseAt,
  BaseBatch,
  BaseCandidates,
  BaseWriter,
  Dropped,
  PurgeGuard,
} from "../memory/search/base/base.ts";
import { column } from "./columns.ts";
import { isIn } from "./filter.ts";
import { readWhole } from "./read-whole.ts";
import { Readers } from "./readers.ts";
import { rowSchema, rowsTable } from "./row.ts";
import { allRows, search, type Query } from "./search.ts";
import { bytesBelow, freeBytes, roomFor, roomToMerge } from "./room.ts";
import { SyncedFiles } from "./synced-files.ts";
import { openTableAt } from "./table-at.ts";
import { accountOf, buildOf, firstVersion, spaceOf, tableName, tableVersion, versionAt } from "./table-name.ts";
import { isMerged, optimize, prune, rewrite } from "./upkeep.ts";

export type BaseOptions = {
  /** The folder of the tables. */
  path: string;
  /** From how many embedded rows on vectors are indexed; fewer are scanned. */
  indexRows?: number;
  /** For tests: whether a flush takes its rows into the indexes. Rows outside are found by scanning. */
  optimizes?: boolean;
  /** For tests: how many tables are kept open for searching. */
  openTables?: number;
  /** For tests: syncs a file or directory. */
  syncPath?: (path: string) => Promise<void>;
  /** For tests: how many bytes of the disk are free. */
  freeBytes?: () => Promise<number>;
};

/** Bounds of LanceDB's caches. Its own default is 7 GB. */
const indexCacheBytes = 72n * 2n ** 20n;
const metadataCacheBytes = 24n * 2n ** 20n;

/** Without a second list of its tables, `__manifest`, of which LanceDB makes no use here but complains where it is damaged. */
const namespaceClientProperties = { manifest_enabled: "false" };

/** Errors: unavailable, where a file lies in the place of the folder. */
export async function openBase(options: BaseOptions): Promise<Base> {
  const there = await stat(options.path).catch(unlessGone);
  if (there?.isDirectory() === false) {
    throw new AppError("unavailable", `${options.path} is not a folder: remove it, and the index is built anew`);
  }
  const session = new Session(indexCacheBytes, metadataCacheBytes);
  return new LanceBase(await connect(options.path, { session, namespaceClientProperties }), options);
}

/** Ids deleted by one statement: parsing a longer list takes longer than the deletion. */
const deleteIds = 500;

class LanceBase implements Base {
  readonly #db: Connection;
  readonly #readers: Readers;
  readonly #files: SyncedFiles;
  readonly #indexRows: number;
  readonly #optimizes: boolean;
  readonly #path: string;
  readonly #freeBytes: () => Promise<number>;

  constructor(db: Connection, options: BaseOptions) {
    this.#db = db;
    this.#readers = new Readers(db, options.openTables ?? 64);
    this.#files = new SyncedFiles(options.path, options.syncPath);
    this.#indexRows = options.indexRows ?? 256;
    this.#optimizes = options.optimizes ?? true;
    this.#path = options.path;
    this.#freeBytes = options.freeBytes ?? (() => freeBytes(options.path));
  }

  async candidates(account: string, at: BaseAt, query: Query): Promise<BaseCandidates> {
    const name = tableName(account, at);
    const attempt = () =>
      this.#readers.withTable(name, tableVersion(at.version), (table, rowIds) => search(table, rowIds, query));
    try {
      // A purge may delete the files of the version that is open here: the second attempt opens the latest.
      return await attempt().catch(attempt);
    } catch (error) {
      throw unreadable(account, error);
    }
  }

  async apply(
    account: string,
    { fingerprint, version, token }: BaseWriter,
    dimensions: number,
    batches: AsyncIterable<BaseBatch>,
  ): Promise<number> {
    const schema = rowSchema(dimensions);
    const from = version === 0 ? firstVersion(token) : version;
    const name = tableName(account, { fingerprint, version: from });
    const sync = () => this.#files.sync(name);
    const table = await (version === 0
      ? this.#db.createEmptyTable(name, schema)
      : openTableAt(this.#db, name, tableVersion(version)));
    try {
      for await (const batch of batches) {
        await remove(table, batch.removedIds);
        if (batch.memories.length === 0) continue;
        await table
          .mergeInsert(column("id"))
          .whenMatchedUpdateAll({ where: `target.${column("seq")} < source.${column("seq")}` })
          .whenNotMatchedInsertAll()
          .execute(await rowsTable(latest(batch.memories), schema, dimensions));
      }
      if (this.#optimizes) await optimize(table, this.#indexRows, sync);
      await sync();
      return versionAt(from, await table.version());
    } catch (error) {
      // Nobody looks for a table that was never published; what is left of it would keep a full disk full.
      if (version === 0) await this.#dropTables(account, (other) => other === name).catch(() => undefined);
      throw error;
    } finally {
      table.close();
    }
  }

  async purge(account: string, writer: BaseWriter, guard: PurgeGuard): Promise<number> {
    const name = tableName(account, writer);
    const sync = () => this.#files.sync(name);
    const table = await openTableAt(this.#db, name, tableVersion(writer.version));
    try {
      const ids = (await allRows(table)).map(({ id }) => id);
      await remove(table, await guard.unknown(ids));
      await rewrite(table, this.#indexRows, { confirm: () => guard.confirm(), sync });
      await this.#dropTables(account, (other) => other !== name && buildOf(other) < writer.token);
      await sync();
      return versionAt(writer.version, await table.version());
    } finally {
      table.close();
    }
  }

  async makeRoom(account: string, writer: BaseWriter, confirm: () => Promise<void>): Promise<boolean> {
    if (await this.#hasRoom(account, roomFor)) return true;
    if (writer.version === 0) return false;
    const name = tableName(account, writer);
    const hasRoomToMerge = () => this.#hasRoom(account, roomToMerge);
    const table = await openTableAt(this.#db, name, tableVersion(writer.version));
    try {
      if (!(await isMerged(table)) && !(await hasRoomToMerge())) return false;
      await prune(table, { confirm, sync: () => this.#files.sync(name) });
    } catch (error) {
      // An AppError is one of `confirm`. Where the room is gone by now, others have filled the disk: the table is not
      // at fault.
      if (error instanceof AppError || (await hasRoomToMerge())) throw error;
      return false;
    } finally {
      table.close();
    }
    return this.#hasRoom(account, roomFor);
  }

  async drop(account: string, { before = Infinity, spare }: Dropped = {}): Promise<void> {
    const spared = spare === undefined ? undefined : spaceOf(tableName(account, { fingerprint: spare, version: 0 }));
    await this.#dropTables(account, (name) => buildOf(name) < before && spaceOf(name) !== spared);
  }

  async *rows(account: string, at: BaseAt) {
    try {
      yield* await this.#readers.withTable(tableName(account, at), tableVersion(at.version), allRows);
    } catch (error) {
      throw unreadable(account, error);
    }
  }

  async isWhole(account: string, at: BaseAt): Promise<boolean> {
    try {
      const table = await openTableAt(this.#db, tableName(account, at), tableVersion(at.version));
      await readWhole(table).finally(() => table.close());
      return true;
    } catch {
      // Where not even the folder can be read, it is not the table that is damaged.
      await this.#names(account);
      return false;
    }
  }

  async accounts(): Promise<string[]> {
    return [...new Set((await this.#names()).map(accountOf))].sort();
  }

  async close(): Promise<void> {
    this.#readers.close();
    this.#db.close();
  }

  async #hasRoom(account: string, needed: (tableBytes: number) => number): Promise<boolean> {
    let bytes = 0;
    for (const name of await this.#names(account)) bytes += await bytesBelow(join(this.#path, `${name}.lance`));
    return (await this.#freeBytes()) >= needed(bytes);
  }

  async #dropTables(account: string, gone: (name: string) => boolean): Promise<void> {
    const names = (await this.#names(account)).filter(gone);
    for (const name of names) {
      this.#readers.forget(name);
      this.#files.forget(name);
      await this.#db.dropTable(name);
    }
    if (names.length > 0) await this.#files.syncFolder();
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
