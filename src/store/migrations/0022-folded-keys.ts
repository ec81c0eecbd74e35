import { setImmediate as turn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { foldTag, titleKey } from "../../memory/entity/pattern.ts";
import { foldedTags } from "../memory/memory-row.ts";

type Row = {
  account_id: string;
  id: string;
  user_id: string;
  title: string;
  title_key: string;
  tags: string;
  folded: string;
};

const rowsPerSlice = 100;

/**
 * The keys of titles and the folded tags of patterns are made anew, for "ı" and "ẞ" are folded in another way; ASCII is
 * folded as it was. A memory whose tags change has a new seq: so it is flushed again. A pattern keeps its key where
 * another has the new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = { account_id: "", id: "" }; ; await turn()) {
    const { rows } = await sql<Row>`
      select pattern.account_id, pattern.id, pattern.user_id, title, title_key, pattern.tags, memory.tags as folded
      from pattern inner join memory on memory.account_id = pattern.account_id and memory.id = pattern.id
      where (pattern.account_id, pattern.id) > (${after.account_id}, ${after.id})
        and (octet_length(title) > length(title) or octet_length(pattern.tags) > length(pattern.tags))
      order by pattern.account_id, pattern.id limit ${rowsPerSlice}`.execute(db);
    for (const row of rows) {
      await renewKey(db, row);
      await renewTags(db, row);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function renewKey(db: Kysely<unknown>, { account_id: account, id, user_id: user, ...row }: Row): Promise<void> {
  const key = titleKey(row.title);
  if (key === row.title_key) return;
  await sql`
    update pattern set title_key = ${key} where account_id = ${account} and id = ${id} and not exists (
      select 1 from pattern as other
      where other.account_id = ${account} and other.user_id = ${user} and other.title_key = ${key})`.execute(db);
}

async function renewTags(db: Kysely<unknown>, { account_id: account, id, ...row }: Row): Promise<void> {
  const folded = foldedTags((JSON.parse(row.tags) as string[]).map(foldTag));
  if (folded === row.folded) return;
  await sql`update account set seq = seq + 1 where id = ${account}`.execute(db);
  await sql`
    update memory set tags = ${folded}, seq = (select seq from account where account.id = ${account})
    where account_id = ${account} and id = ${id}`.execute(db);
}
