import { sql } from "kysely";
import type { Db } from "../engine.ts";

/** What was read for directives, against the messages that there are. */
export async function verifyStatements(db: Db, account: string): Promise<{ id: string; problem: string }[]> {
  const { rows } = await sql<{ id: string; problem: string }>`
    select said.id, 'statements of what is not there, or is another text' as problem from directive_statement as said
      left join memory on memory.account_id = said.account_id and memory.id = said.id and memory.deleted = 0
      where said.account_id = ${account} and (memory.id is null
        or memory.user_id <> said.user_id or memory.content_hash <> said.content_hash)
    union all
    select said.id, 'statements read with a message that is not there' from directive_statement as said
      where said.account_id = ${account} and said.due = 0 and said.before_id is not null
        and said.before_id not in (select id from memory where account_id = ${account} and deleted = 0)
    union all
    select account.id, 'more is read for directives than was written' from account
      join directive_progress on directive_progress.account_id = account.id
      where account.id = ${account} and directive_progress.seq > account.seq`.execute(db);
  return rows;
}
