import { sql } from "kysely";
import type { Tx } from "../database.ts";

/** Tables from which whole accounts or users are deleted, with a column by which they can be taken in parts. */
type Sliced = {
  flushed: "id";
  lexicon_term: "term";
  lexicon_session: "session_id";
  memory: "id";
  pattern: "id";
  pattern_version: "id";
  vector: "id";
  claim: "id";
  directive_statement: "id";
  directive_mark: "id";
  session: "session_id";
  retrieval: "id";
  outcome: "retrieval_id";
  credit: "memory_id";
  merged_pattern: "id";
  idempotency: "key";
  key_usage: "key_id";
};

const rowsPerSlice = 500;

/** Deletes an account's rows in slices. Answers how many. */
export async function deleteRows<Table extends keyof Sliced>(
  tx: Tx,
  table: Table,
  column: Sliced[Table],
  account: string,
  pause: () => Promise<void>,
): Promise<number> {
  for (let total = 0; ; await pause()) {
    const { deleted, more } = await deleteSlice(tx, table, column, { account });
    total += deleted;
    if (!more) return total;
  }
}

/** Deletes some of an account's rows, or of one user's. */
export async function deleteSlice<Table extends keyof Sliced>(
  tx: Tx,
  table: Table,
  column: Sliced[Table],
  { account, user }: { account: string; user?: string },
): Promise<{ deleted: number; more: boolean }> {
  const own = user === undefined ? sql`account_id = ${account}` : sql`account_id = ${account} and user_id = ${user}`;
  const [from, by] = [sql.table(table), sql.ref(column)];
  const part = sql`select ${by} from ${from} where ${own} limit ${rowsPerSlice}`;
  const { numAffectedRows } = await sql`delete from ${from} where ${own} and ${by} in (${part})`.execute(tx);
  const deleted = Number(numAffectedRows ?? 0);
  // Fewer than were asked for are the last ones.
  return { deleted, more: deleted >= rowsPerSlice };
}
