import { setTimeout as sleep } from "node:timers/promises";
import SqliteConnection from "better-sqlite3";
import { guarded, isBusy, translated } from "./faults.ts";

const openTimeoutMs = 10_000;
/** Readers wait for nobody, except after another process was killed, while a third repairs the log's index. */
const recoveryMs = 250;

export async function connect(path: string): Promise<SqliteConnection.Database> {
  const deadline = performance.now() + openTimeoutMs;
  for (;;) {
    const connection = guarded(() => new SqliteConnection(path, { timeout: 0 }));
    try {
      configure(connection);
      return connection;
    } catch (error) {
      connection.close();
      if (!isBusy(error) || performance.now() > deadline) throw translated(error);
      await sleep(5 + Math.random() * 20);
    }
  }
}

export async function connectToRead(path: string): Promise<SqliteConnection.Database> {
  const connection = await connect(path);
  connection.pragma("query_only = ON");
  connection.pragma(`busy_timeout = ${recoveryMs}`);
  return connection;
}

/** Nobody waits inside a statement: a busy database is asked again later, and the event loop turns meanwhile. */
function configure(connection: SqliteConnection.Database): void {
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  // What is erased must not be found in the file, nor in a temporary one.
  connection.pragma("secure_delete = ON");
  connection.pragma("temp_store = MEMORY");
  connection.pragma("cache_size = -16000");
}
