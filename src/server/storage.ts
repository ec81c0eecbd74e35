import { existsSync } from "node:fs";
import { Keys } from "../account/keys.ts";
import type { Config } from "../config/config.ts";
import { AppError } from "../error.ts";
import type { Logger } from "../observe/log.ts";
import { SqlEmbeddingStore } from "../store/embedding/embeddings.ts";
import { holdsData, openDataFolder, type DataFolder } from "./data-folder.ts";
import { SqlAccountStore } from "../store/account/accounts.ts";
import { openDatabase, type Database, type DatabaseOptions } from "../store/database.ts";
import { diskIsFull, isDamaged } from "../store/engine.ts";
import { SqlErasureStore } from "../store/erasure/erasures.ts";
import { SqlClaimStore } from "../store/graph/claims.ts";
import { SqlExtractionStore } from "../store/directive/extractions.ts";
import { SqlMarkStore } from "../store/directive/marks.ts";
import { SqlRulingPatternStore } from "../store/directive/ruling-patterns.ts";
import { SqlStatementStore } from "../store/directive/statements.ts";
import { SqlFlushStore } from "../store/index/flush.ts";
import { SqlGatewayStore } from "../store/gateway/gateway-store.ts";
import { SqlGenerationStore } from "../store/index/generation.ts";
import { SqlImport } from "../store/upkeep/transfer/import.ts";
import { SqlIndexStore } from "../store/index/index-store.ts";
import { SqlUpkeep } from "../store/upkeep/upkeep.ts";
import { SqlKeyStore } from "../store/account/keys.ts";
import { SqlLimitStore } from "../store/account/limits.ts";
import { SqlMessageStore } from "../store/memory/messages.ts";
import { SqlOutcomeStore } from "../store/retrieval/outcomes.ts";
import { SqlPatternStore } from "../store/pattern/patterns.ts";
import { SqlRetrievalStore } from "../store/retrieval/retrievals.ts";
import { SqlUserStore } from "../store/memory/users.ts";
import { SqlUsageStore } from "../store/account/usage.ts";

export type Storage = ReturnType<typeof storesOf> & { folder: DataFolder };

/** The data folder with its database and stores, brought up to date: what a server stands on. Close it. */
export async function openStorage(config: Pick<Config, "dataFolder">, log?: Logger): Promise<Storage> {
  const onMigrations = (names: string[]) => log?.info({ migrations: names }, "bringing the database up to date");
  const onMigrationsWait = () => log?.info("waiting for another process before bringing the database up to date");
  return openedWith(config, { onMigrations, onMigrationsWait });
}

async function openedWith(
  config: Pick<Config, "dataFolder">,
  options: Omit<DatabaseOptions, "path">,
): Promise<Storage> {
  const folder = await openDataFolder(config.dataFolder);
  const path = folder.database;
  await expectNotLost(config.dataFolder, folder);
  try {
    return { folder, ...storesOf(await openDatabase({ path, ...options })) };
  } catch (error) {
    // A fault that the caller can do something about tells which file it is about.
    if (!(error instanceof AppError) || !(error.cause instanceof Error)) throw error;
    const reason = error.message === diskIsFull ? diskIsFull : error.cause.message;
    const advice = error.message === isDamaged ? "; restore a backup" : "";
    throw new AppError(error.code, `the database ${path} cannot be opened: ${reason}${advice}`, { cause: error });
  }
}

/** A database that was there is not begun anew: nobody would see that all is lost. Errors: unavailable. */
async function expectNotLost(path: string, { base }: DataFolder): Promise<void> {
  if (!existsSync(base) || (await holdsData(path))) return;
  const message = `the data folder ${path} has an index, but its database is gone`;
  throw new AppError("unavailable", `${message}; restore a backup, or remove ${base} to begin anew`);
}

/** Does some work on what is stored and closes it, whatever comes. Errors: not_found, where nothing is stored. */
export async function withStored<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  // A mistyped folder must not be made, and then be found to be in order.
  if (!(await holdsData(config.dataFolder))) {
    throw new AppError("not_found", `nothing is stored in ${config.dataFolder} (CAIRN_DATA)`);
  }
  return withStorage(config, work);
}

/**
 * Does some work on the storage, which is made where it is missing, and closes it, whatever comes. One of an older version
 * is refused: a server of that version may be at work on it, and going back must stay possible.
 */
export async function withStorage<T>(
  config: Pick<Config, "dataFolder">,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openedWith(config, { refusesOlder: true });
  try {
    return await work(storage);
  } finally {
    await storage.database.close();
  }
}

export function storesOf(database: Database) {
  const index = new SqlIndexStore(database);
  return {
    database,
    accounts: new SqlAccountStore(database),
    claims: new SqlClaimStore(database),
    embeddings: new SqlEmbeddingStore(database),
    erasures: new SqlErasureStore(database),
    extractions: new SqlExtractionStore(database),
    flushes: new SqlFlushStore(database, index),
    generations: new SqlGenerationStore(database),
    importer: new SqlImport(database),
    index,
    keys: new Keys(new SqlKeyStore(database)),
    ledger: new SqlGatewayStore(database),
    limits: new SqlLimitStore(database),
    marks: new SqlMarkStore(database),
    messages: new SqlMessageStore(database),
    outcomes: new SqlOutcomeStore(database),
    patterns: new SqlPatternStore(database),
    retrievals: new SqlRetrievalStore(database),
    rulingPatterns: new SqlRulingPatternStore(database),
    statements: new SqlStatementStore(database),
    upkeep: new SqlUpkeep(database),
    usage: new SqlUsageStore(database),
    users: new SqlUserStore(database),
  };
}
