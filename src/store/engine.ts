import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** The database as the stores see it: a connection, or a transaction on one. */
export type Db = Kysely<Schema>;

/** What one database product gives; everything else in this folder is the same on each. */
export type Engine = {
  /** For queries outside any write. */
  readonly read: Db;
  /** The writer's connection. Its transactions take the database's write lock at once, or fail as busy. */
  readonly write: Db;
  readonly binary: "blob" | "bytea";
  /** Whether an error means: somebody else writes, try again. */
  isBusy(error: unknown): boolean;
  /** Removes the last bytes of deleted rows. False while somebody reads what is to go: try again. */
  purge(): Promise<boolean>;
  /**
   * Writes a consistent copy to a new file while others read and write. It holds the event loop: for a process of its
   * own, such as a command.
   */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
};
