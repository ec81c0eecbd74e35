import { sql } from "kysely";
import type { Database } from "../database.ts";
import { directivesChanged } from "../memory/derived.ts";

/** Makes a server read all messages of an account again for directives; meanwhile what was read of them as they are holds. */
export async function readAnew(db: Database, account: string): Promise<void> {
  await db.writer.write(async (tx) => {
    await sql`delete from directive_statement where account_id = ${account} and not exists (
      select 1 from memory where memory.account_id = directive_statement.account_id
        and memory.id = directive_statement.id and memory.user_id = directive_statement.user_id
        and memory.content_hash = directive_statement.content_hash and memory.deleted = 0)`.execute(tx);
    await tx.updateTable("directive_statement").set({ rules: 0 }).where("account_id", "=", account).execute();
    // Reading starts over: what is being read now began at another seq, and is refused.
    await tx.updateTable("directive_progress").set({ seq: 0, rules: 0 }).where("account_id", "=", account).execute();
    await directivesChanged(tx, { account });
  });
}
