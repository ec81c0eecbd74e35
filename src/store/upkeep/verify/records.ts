import { sql } from "kysely";
import { chunks } from "../../chunks.ts";
import type { Database } from "../../database.ts";
import { refreshRecords } from "../../outcome/track-records.ts";

type Problem = { id: string; problem: string };

const memoryIsGone = sql`not exists (select 1 from memory
  where memory.account_id = credit.account_id and memory.id = credit.memory_id and memory.deleted = 0)`;

/** Memories that are gone and still have credits. */
const creditedAndGone = (account: string) => sql<Problem>`
    select distinct memory_id as id, 'outcomes of a memory that does not exist' as problem from credit
      where account_id = ${account} and ${memoryIsGone}`;

/** Credits that are of no memory or no outcome. */
export const strayCredits = (account: string) => sql<Problem>`
    ${creditedAndGone(account)}
    union all
    select distinct retrieval_id, 'a credit without its outcome' from credit where account_id = ${account}
      and not exists (select 1 from outcome
        where outcome.account_id = credit.account_id and outcome.retrieval_id = credit.retrieval_id)`;

/** Memories whose record counts other than what was reported. */
export const wrongRecords = (account: string) => sql<Problem>`
    select id, 'a record that does not match the reported outcomes' as problem from memory
      where account_id = ${account} and deleted = 0 and coalesce(applications, 0) <>
        (select count(*) from credit where credit.account_id = memory.account_id and credit.memory_id = memory.id)
        + coalesce((select pattern.applications from pattern
          where pattern.account_id = memory.account_id and pattern.id = memory.id), 0)`;

const memoriesPerWrite = 50;

/**
 * Forgets the credits of memories that are gone, and makes wrong records anew. A credit that has lost its outcome is kept:
 * it was reported, and nothing else says so.
 */
export async function mendRecords(db: Database, account: string): Promise<number> {
  const gone = await creditedAndGone(account).execute(db.read);
  for (const part of chunks(gone.rows, memoriesPerWrite)) {
    const ids = sql.join(part.map(({ id }) => id));
    await db.writer.write((tx) =>
      sql`delete from credit where account_id = ${account} and memory_id in (${ids}) and ${memoryIsGone}`.execute(tx),
    );
  }
  const wrong = await wrongRecords(account).execute(db.read);
  for (const part of chunks(wrong.rows, memoriesPerWrite)) {
    const ids = part.map(({ id }) => id);
    await db.writer.write((tx) => refreshRecords(tx, account, ids));
  }
  return gone.rows.length + wrong.rows.length;
}
