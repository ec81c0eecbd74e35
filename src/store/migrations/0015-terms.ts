import { setImmediate as turn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { termsOf } from "../../memory/words/tokenize.ts";
import { encodeTerms } from "../memory/terms-codec.ts";

/** Each of up to 256 KiB. */
const rowsPerSlice = 50;

/**
 * The terms of every text are made anew, for words are stemmed in another way. What was counted of the old ones goes: each
 * account is found from SQL until its base is flushed again. Whoever changes the tokenizer again needs another such migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["flushed", "lexicon_term", "lexicon_session", "lexicon_total"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update account set flushed_seq = 0, base_version = 0, flush_token = flush_token + 1`.execute(db);
  for (let after = { account_id: "", id: "" }; ; await turn()) {
    const { rows } = await sql<{ account_id: string; id: string; text: string }>`
      select account_id, id, text from memory
      where (account_id, id) > (${after.account_id}, ${after.id}) and text is not null
      order by account_id, id limit ${rowsPerSlice}`.execute(db);
    for (const { account_id: account, id, text } of rows) {
      await sql`update memory set terms = ${encodeTerms(termsOf(text))}
        where account_id = ${account} and id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
