import { sql } from "kysely";
import type { Tx } from "../engine.ts";
import type { Schema } from "../schema.ts";
import type { Pause } from "../writer.ts";

/**
 * Tables that may have many rows of an account, each with its primary key. The compiler asks for a new table here, or
 * among the others in `erase-account.ts`.
 */
const keys = {
  flushed: ["account_id", "id"],
  lexicon_term: ["account_id", "user_id", "term"],
  lexicon_session: ["account_id", "user_id", "session_id"],
  pattern: ["account_id", "id"],
  pattern_version: ["account_id", "id", "version"],
  session: ["account_id", "user_id", "session_id"],
  memory: ["account_id", "id"],
  vector: ["account_id", "id", "fingerprint"],
  claim: ["account_id", "id"],
  directive_statement: ["account_id", "id"],
  directive_mark: ["account_id", "user_id", "id"],
  retrieval: ["account_id", "id"],
  outcome: ["account_id", "retrieval_id"],
  credit: ["account_id", "memory_id", "at", "retrieval_id"],
  merged_pattern: ["account_id", "id"],
  idempotency: ["account_id", "user_id", "operation", "key"],
  key_usage: ["account_id", "key_id", "month", "provider", "model"],
} as const satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

export type LargeTable = keyof typeof keys;

export const largeTables = Object.keys(keys) as LargeTable[]; // as written above

const rowsPerSlice = 500;

/** Deletes all rows of an account, in slices. */
export async function deleteRows(tx: Tx, table: LargeTable, account: string, pause: Pause): Promise<void> {
  while ((await deleteSlice(tx, table, { account })).more) await pause();
}

/**
 * Deletes some of an account's rows, or of one user's: by their whole keys, for by a part of them each slice would look
 * at all the rows that are left.
 */
export async function deleteSlice(
  tx: Tx,
  table: LargeTable,
  { account, user }: { account: string; user?: string },
): Promise<{ deleted: number; more: boolean }> {
  const own = user === undefined ? sql`account_id = ${account}` : sql`account_id = ${account} and user_id = ${user}`;
  const from = sql.table(table);
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  const slice = sql`select ${key} from ${from} where ${own} limit ${rowsPerSlice}`;
  const { numAffectedRows } = await sql`delete from ${from} where (${key}) in (${slice})`.execute(tx);
  const deleted = Number(numAffectedRows ?? 0);
  // Fewer than were asked for are the last ones.
  return { deleted, more: deleted === rowsPerSlice };
}
