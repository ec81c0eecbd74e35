import { sql } from "kysely";
import { chunks } from "../../chunks.ts";
import type { Database } from "../../database.ts";
import type { Db } from "../../engine.ts";

type Stray = { id: string; problem: string };

/** Vectors of what is not there, or is another text by now. */
export const strayVectors = (account: string) => sql<Stray>`
    select vector.id, 'a vector of another text' as problem from vector
      left join memory on memory.account_id = vector.account_id and memory.id = vector.id and memory.deleted = 0
      where vector.account_id = ${account}
        and (memory.content_hash is null or memory.content_hash <> vector.content_hash)`;

/** Claims of the same. */
export const strayClaims = (account: string) => sql<Stray>`
    select claim.id, 'claims of a memory that does not exist or has another text' as problem from claim
      left join memory on memory.account_id = claim.account_id and memory.id = claim.id and memory.deleted = 0
      where claim.account_id = ${account} and (memory.id is null
        or memory.user_id <> claim.user_id or memory.content_hash <> claim.content_hash)`;

const idsPerWrite = 200;

/**
 * Forgets what was made of texts that are no more. What is right goes too, if it came in the meantime or is of another
 * vector space: its memory has none then, and its text is embedded and read again. Answers of how many.
 */
export async function forgetStrays(db: Database, account: string): Promise<number> {
  let forgotten = 0;
  for (const [table, find] of [
    ["vector", strayVectors],
    ["claim", strayClaims],
  ] as const) {
    const { rows } = await find(account).execute(db.read);
    const ids = rows.map(({ id }) => id);
    forgotten += ids.length;
    for (const part of chunks(ids, idsPerWrite)) {
      await db.writer.write(async (tx) => {
        await tx.deleteFrom(table).where("account_id", "=", account).where("id", "in", part).execute();
        if (table === "claim") await readFactsAnew(tx, account);
      });
    }
  }
  return forgotten;
}

/** Only messages of which nothing is claimed are read: what the others claim stands. */
function readFactsAnew(tx: Db, account: string): Promise<unknown> {
  return tx.updateTable("graph_progress").set({ seq: 0 }).where("account_id", "=", account).execute();
}
