import { sql, type Kysely } from "kysely";

/** What messages state, how far they were read, and what people decided of directives. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("directive_statement")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("binds", "text", (c) => c.notNull())
    .addColumn("session_id", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("said_at", "bigint", (c) => c.notNull())
    .addColumn("content_hash", "text", (c) => c.notNull())
    .addColumn("rules", "integer", (c) => c.notNull())
    .addColumn("before_id", "text")
    .addColumn("leans", "integer", (c) => c.notNull())
    .addColumn("due", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("statements", "text")
    .addPrimaryKeyConstraint("directive_statement_pk", ["account_id", "id"])
    .execute();
  await db.schema
    .createIndex("directive_statement_place")
    .on("directive_statement")
    .columns(["account_id", "user_id", "session_id", "said_at", "id"])
    .execute();
  await db.schema
    .createIndex("directive_statement_before")
    .on("directive_statement")
    .columns(["account_id", "before_id"])
    .execute();
  await db.schema
    .createIndex("directive_statement_bound")
    .on("directive_statement")
    .columns(["account_id", "binds", "said_at", "id", "version"])
    .where(sql<boolean>`statements is not null`)
    .execute();
  await db.schema
    .createIndex("directive_statement_due")
    .on("directive_statement")
    .column("account_id")
    .where(sql<boolean>`due = 1`)
    .execute();
  await db.schema
    .createTable("directive_progress")
    .addColumn("account_id", "text", (c) => c.primaryKey())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("rules", "integer", (c) => c.notNull())
    .addColumn("version", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("directive_mark")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("pinned", "integer", (c) => c.notNull())
    .addColumn("disabled", "integer", (c) => c.notNull())
    .addColumn("deleted_at", "bigint")
    .addPrimaryKeyConstraint("directive_mark_pk", ["account_id", "user_id", "id"])
    .execute();
}
