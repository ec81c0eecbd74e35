import { sql, type Kysely } from "kysely";

/** What a model found in a message, beside what it states by the rules. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One at a time: SQLite adds no two columns at once.
  const table = () => db.schema.alterTable("directive_statement");
  await table()
    .addColumn("extract_due", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await table()
    .addColumn("extract_after", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await table()
    .addColumn("extract_tries", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await table().addColumn("extracted_by", "text").execute();
  await table().addColumn("extracted", "text").execute();
  await db.schema
    .createIndex("directive_statement_extract")
    .on("directive_statement")
    .columns(["account_id", "said_at"])
    .where(sql<boolean>`extract_due = 1`)
    .execute();
}
