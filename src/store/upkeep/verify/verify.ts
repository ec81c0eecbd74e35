import { setImmediate as turn } from "node:timers/promises";
import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database.ts";
import { embedderSetting } from "../../embedding/vector-space.ts";
import type { Db } from "../../engine.ts";
import { wrongColumns } from "./derived-columns.ts";
import { strayCredits, wrongRecords } from "./records.ts";
import { wrongSessions } from "./sessions.ts";
import { strayClaims, strayVectors } from "./strays.ts";
import { verifyLexicon } from "./verify-lexicon.ts";

/** Something that must not be. `id` names the row, the session or the user that it is about. */
export type Finding = { account: string; id: string; problem: string };

/** Checks what SQL says against itself, each account as it is at one moment, whoever writes meanwhile. */
export async function* verifyStore(db: Database): AsyncGenerator<Finding> {
  const accounts = await db.read.selectFrom("account").select("id").orderBy("id").execute();
  for (const { id: account } of accounts) {
    const found = await db.snapshot((read) => verifyAccount(read, account));
    for (const { id, problem } of found) yield { account, id, problem };
    // Each row is checked by itself, so that no snapshot is held for the time that takes.
    for await (const wrong of wrongColumns(db.read, account)) {
      for (const { id, right } of wrong) {
        if (right.terms) yield { account, id, problem: "terms that do not match the text" };
        if (right.tags) yield { account, id, problem: "labels that do not match the metadata" };
      }
    }
  }
}

type Problem = { id: string; problem: string };

async function verifyAccount(snapshot: Db, account: string): Promise<Problem[]> {
  if (await isBeingPurged(snapshot, account)) return [];
  const found: Problem[] = [];
  for (const check of Object.values(checks)) {
    const { rows } = await check(account).execute(snapshot);
    for (const problem of rows) found.push(problem);
    await turn();
  }
  for (const problem of await verifyLexicon(snapshot, account)) found.push(problem);
  return found;
}

/** While an erased account is purged, slice by slice, there is nothing to say of it. */
export async function isBeingPurged(db: Db, account: string): Promise<boolean> {
  const open = await db
    .selectFrom("erasure")
    .select("id")
    .where("account_id", "=", account)
    .where("kind", "=", "account")
    .where("done_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** What must not be in an account, each found by one statement. */
const checks: Record<string, (account: string) => RawBuilder<Problem>> = {
  seqs: (account) => sql`
    select id, 'a seq above that of its account' as problem from memory
      where account_id = ${account} and seq > (select seq from account where id = ${account})
    union all
    select min(id), 'a seq that another memory has' from memory
      where account_id = ${account} group by seq having count(*) > 1
    union all
    select id, 'more is flushed than was written' from account where id = ${account} and flushed_seq > seq`,

  sessions: wrongSessions,

  places: (account) => sql`
    select min(id) as id, 'a place in a session that another memory has' as problem from memory
    where account_id = ${account} and position >= 0
    group by user_id, session_id, position having count(*) > 1`,

  layers: (account) => sql`
    select id, 'a message without its role' as problem from memory
      where account_id = ${account} and deleted = 0 and layer = 'signals' and (role is null or source is null)
    union all
    select id, 'a memory without its pattern' from memory
      where account_id = ${account} and deleted = 0 and layer = 'patterns'
        and id not in (select id from pattern where account_id = ${account})
    union all
    select id, 'a pattern without its memory' from pattern where account_id = ${account}
      and id not in (select id from memory where account_id = ${account} and deleted = 0)
    union all
    select id, 'a tombstone that still has content' from memory
      where account_id = ${account} and deleted = 1
        and (user_id <> '' or text is not null or terms is not null or content_hash is not null or tags <> '[]'
          or role is not null or source is not null or metadata is not null or updated_at is not null or record_at is not null)`,

  metadata: (account) => sql`
    select id, 'metadata that is not JSON' as problem from memory
      where account_id = ${account} and deleted = 0 and metadata is not null and not json_valid(metadata)`,

  vectors: strayVectors,

  embedded: (account) => sql`
    select id, 'a memory that is recorded as embedded but has no vector' as problem from memory
      where account_id = ${account} and deleted = 0 and embedded = 1
        and not exists (select 1 from vector where vector.account_id = memory.account_id and vector.id = memory.id
          and vector.fingerprint = (select value from setting where name = ${embedderSetting}))`,

  credits: strayCredits,

  records: wrongRecords,

  claims: strayClaims,

  statements: (account) => sql`
    select said.id, 'statements of a memory that does not exist or has another text' as problem from directive_statement as said
      left join memory on memory.account_id = said.account_id and memory.id = said.id and memory.deleted = 0
      where said.account_id = ${account} and (memory.id is null
        or memory.user_id <> said.user_id or memory.content_hash <> said.content_hash)
    union all
    select said.id, 'statements read with a message that does not exist' from directive_statement as said
      where said.account_id = ${account} and said.due = 0 and said.before_id is not null
        and said.before_id not in (select id from memory where account_id = ${account} and deleted = 0)
    union all
    select account.id, 'more is read for directives than was written' from account
      join directive_progress on directive_progress.account_id = account.id
      where account.id = ${account} and directive_progress.seq > account.seq`,
};
