import { hash } from "node:crypto";
import { sql, type Kysely } from "kysely";

/** What was erased is named no more: tombstones have no user, erasures that are hidden a hash of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update memory set user_id = '' where deleted = 1`.execute(db);
  const { rows } = await sql<{ account_id: string; user_id: string }>`
    select distinct account_id, user_id from erasure where hidden_at is not null`.execute(db);
  for (const { account_id: account, user_id: user } of rows) {
    await sql`update erasure set user_id = ${hash("sha256", `${account} ${user}`)}
      where account_id = ${account} and user_id = ${user} and hidden_at is not null`.execute(db);
  }
}
