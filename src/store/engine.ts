import type { DialectAdapter, Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** The database as the stores see it: a connection, or a transaction on one. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/**
 * The adapter of every `Db`, which also runs a statement on its connection at once. Kysely's own way has six promises for
 * each, which take longer than the statement.
 */
export type DirectAdapter = DialectAdapter & {
  run(sql: string, parameters: readonly unknown[]): unknown[];
  /**
   * Reads row by row, within one turn of the event loop; what is not asked for is not read. What is read before it has come
   * to its end is of the same moment.
   */
  iterate(sql: string, parameters: readonly unknown[]): Iterable<unknown>;
};

/** The message of `unavailable` where the disk of the database has no room left. */
export const diskIsFull = "the disk is full";

/** The message of `unavailable` where what is stored cannot be read any more. */
export const isDamaged = "the database is damaged; restore a backup";

/** What one database product gives, from a folder of its own; everything else in src/store is the same on each. */
export type Engine = {
  /** For queries outside any write. */
  readonly read: Db;
  /**
   * The writer's connection. The writer begins and ends its transactions by itself, and uses it for nothing else.
   * `begin` takes the database's write lock at once, or fails as busy; as unavailable where the file is not in its place.
   */
  readonly write: Tx;
  readonly binary: "blob" | "bytea";
  /** Whether an error means: somebody else writes, try again. */
  isBusy(error: unknown): boolean;
  /** A number that differs from what it was before if anybody has committed since, in whatever process. */
  dataVersion(): number;
  /** Removes the last bytes of deleted rows. False while somebody reads what is to go: try again. */
  purge(): Promise<boolean>;
  /** Looks for damage in all that is stored. Holds the event loop. Errors: unavailable, with what it has found. */
  check(): Promise<void>;
  /**
   * Reads all at one moment, on a connection of its own, while others read and write. Meanwhile the log grows by what they
   * write, and no erasure is done to its last byte.
   */
  snapshot<T>(work: (read: Db) => Promise<T>): Promise<T>;
  /**
   * Writes a consistent copy to a new file while others read and write. It holds the event loop: for a process of its
   * own, such as a command.
   */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
};
