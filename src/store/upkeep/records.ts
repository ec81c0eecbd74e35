import { sql } from "kysely";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import { refreshRecords } from "../memory/track-records.ts";

type Problem = { id: string; problem: string };

/** Credits that are of no memory or no outcome. */
export const strayCredits = (account: string) => sql<Problem>`
    select distinct memory_id as id, 'outcomes of a memory that does not exist' as problem from credit
      where account_id = ${account}
        and memory_id not in (select id from memory where account_id = ${account} and deleted = 0)
    union all
    select distinct retrieval_id, 'a credit without its outcome' from credit where account_id = ${account}
      and retrieval_id not in (select retrieval_id from outcome where account_id = ${account})`;

/** Memories whose record counts other than what was reported. */
export const wrongRecords = (account: string) => sql<Problem>`
    select id, 'a record that does not match the reported outcomes' as problem from memory
      where account_id = ${account} and deleted = 0 and coalesce(applications, 0) <>
        (select count(*) from credit where credit.account_id = memory.account_id and credit.memory_id = memory.id)
        + coalesce((select pattern.applications from pattern
          where pattern.account_id = memory.account_id and pattern.id = memory.id), 0)`;

const recordsPerWrite = 50;

/** Forgets such credits, and makes records anew of those that are left. */
export async function mendRecords(db: Database, account: string): Promise<void> {
  await db.writer.write((tx) =>
    sql`delete from credit where account_id = ${account}
      and (memory_id not in (select id from memory where account_id = ${account} and deleted = 0)
        or retrieval_id not in (select retrieval_id from outcome where account_id = ${account}))`.execute(tx),
  );
  const { rows } = await wrongRecords(account).execute(db.read);
  for (const part of chunks(rows, recordsPerWrite)) {
    const ids = part.map(({ id }) => id);
    await db.writer.write((tx) => refreshRecords(tx, account, ids));
  }
}
