import { setImmediate as turn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { JsonObject } from "../../memory/entity/message.ts";
import { metadataLabels } from "../../memory/entity/metadata-labels.ts";
import { foldedTags } from "../memory/memory-row.ts";

type Row = { account_id: string; id: string; metadata: string };

const rowsPerSlice = 100;

/** Messages that clients stored with metadata are found by it: each has its labels for tags, and a new seq, so that it is flushed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = { account_id: "", id: "" }; ; await turn()) {
    const { rows } = await sql<Row>`
      select account_id, id, metadata from memory
      where (account_id, id) > (${after.account_id}, ${after.id})
        and metadata is not null and source <> 'gateway' and deleted = 0
      order by account_id, id limit ${rowsPerSlice}`.execute(db);
    for (const row of rows) await label(db, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function label(db: Kysely<unknown>, { account_id: account, id, metadata }: Row): Promise<void> {
  const labels = metadataLabels(JSON.parse(metadata) as JsonObject); // as it was written
  if (labels.length === 0) return;
  await sql`update account set seq = seq + 1 where id = ${account}`.execute(db);
  await sql`
    update memory set tags = ${foldedTags(labels)}, seq = (select seq from account where account.id = ${account})
    where account_id = ${account} and id = ${id}`.execute(db);
}
