import { sql } from "kysely";
import { chunks } from "../../chunks.ts";
import type { Database } from "../../database.ts";
import type { Tx } from "../../engine.ts";

type WrongSession = { id: string; user: string; problem: string };

/** Sessions whose count is not that of their messages, or that would give a place twice. */
export const wrongSessions = (account: string) => sql<WrongSession>`
    select coalesce(session.session_id, held.session_id) as id, coalesce(session.user_id, held.user_id) as user,
      case when session.session_id is null then 'messages without their session'
        when session.message_count <> coalesce(held.messages, 0) then 'a session whose message count is wrong'
        else 'a session that would assign a place twice' end as problem
    from (select user_id, session_id, count(*) as messages, max(position) as last from memory
        where account_id = ${account} and deleted = 0 and position >= 0 group by user_id, session_id) as held
      full join (select * from session where account_id = ${account}) as session
        on session.user_id = held.user_id and session.session_id = held.session_id
    where session.session_id is null or session.message_count <> coalesce(held.messages, 0)
      or session.next_position <= coalesce(held.last, -1)`;

const sessionsPerWrite = 20;

/** Makes them anew from their messages. One that is there keeps its times, and gives no place that it may have given. */
export async function mendSessions(db: Database, account: string): Promise<number> {
  const { rows } = await wrongSessions(account).execute(db.read);
  for (const part of chunks(rows, sessionsPerWrite)) {
    await db.writer.write(async (tx) => {
      for (const { user, id } of part) await recount(tx, { account, user, session: id });
    });
  }
  return rows.length;
}

async function recount(tx: Tx, { account, user, session }: { account: string; user: string; session: string }) {
  await tx
    .updateTable("session")
    .set({ message_count: 0 })
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where("session_id", "=", session)
    .execute();
  await sql`
    insert into session (account_id, user_id, session_id, message_count, next_position, created_at, updated_at)
    select account_id, user_id, session_id, count(*), max(position) + 1, min(created_at), max(created_at) from memory
      where account_id = ${account} and user_id = ${user} and session_id = ${session} and deleted = 0 and position >= 0
      group by account_id, user_id, session_id
    on conflict (account_id, user_id, session_id) do update set message_count = excluded.message_count,
      next_position = case when session.next_position > excluded.next_position
        then session.next_position else excluded.next_position end`.execute(tx);
}
