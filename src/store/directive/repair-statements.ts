import { sql } from "kysely";
import type { Database } from "../database.ts";
import { directivesChanged } from "../memory/derived.ts";

/** Has all messages of an account read again for directives by a server; meanwhile what was read holds. */
export async function readAnew(db: Database, account: string): Promise<void> {
  await db.writer.write(async (tx) => {
    await sql`delete from directive_statement where account_id = ${account} and not exists (
      select 1 from memory where memory.account_id = directive_statement.account_id
        and memory.id = directive_statement.id and memory.user_id = directive_statement.user_id
        and memory.deleted = 0)`.execute(tx);
    await tx.updateTable("directive_statement").set({ rules: 0 }).where("account_id", "=", account).execute();
    // From the first on, so that what is read meanwhile is behind another seq, and refused.
    await tx.updateTable("directive_progress").set({ seq: 0, rules: 0 }).where("account_id", "=", account).execute();
    await directivesChanged(tx, { account });
  });
}
