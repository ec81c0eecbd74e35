import { sql, type Kysely } from "kysely";

/** What became of retrievals, and what that says of memories. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outcome")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("retrieval_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("success", "integer", (c) => c.notNull())
    .addColumn("implicit", "integer", (c) => c.notNull())
    .addColumn("note", "text")
    .addColumn("retrieved_at", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("outcome_pk", ["account_id", "retrieval_id"])
    .execute();
  await db.schema
    .createTable("credit")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("memory_id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("retrieval_id", "text", (c) => c.notNull())
    .addColumn("success", "integer", (c) => c.notNull())
    .addColumn("weight", "double precision", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("credit_pk", ["account_id", "memory_id", "at", "retrieval_id"])
    .execute();
  await db.schema.createIndex("credit_retrieval").on("credit").columns(["account_id", "retrieval_id"]).execute();
  await db.schema.createIndex("credit_count").on("credit").columns(["account_id", "memory_id", "success"]).execute();
  await db.schema
    .createTable("merged_pattern")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("into_id", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("merged_pattern_pk", ["account_id", "id"])
    .execute();
  await db.schema.createIndex("merged_into").on("merged_pattern").columns(["account_id", "into_id"]).execute();
  await addRecords(db);
}

/** The record stands with the memory: whoever loads one needs no other row. Null as long as nothing was reported. */
async function addRecords(db: Kysely<unknown>): Promise<void> {
  const counts = ["applications", "succeeded", "quarantined"] as const;
  for (const name of counts) await db.schema.alterTable("memory").addColumn(name, "integer").execute();
  for (const name of ["success_weight", "failure_weight"] as const) {
    await db.schema.alterTable("memory").addColumn(name, "double precision").execute();
  }
  await db.schema.alterTable("memory").addColumn("record_at", "bigint").execute();
  // What patterns were imported with: from now on that is where their records begin.
  const brought = sql`from pattern where pattern.account_id = memory.account_id and pattern.id = memory.id`;
  await sql`
    update memory set
      applications = (select applications ${brought}),
      succeeded = (select cast(round(applications * successes / (successes + failures)) as integer) ${brought}),
      success_weight = (select successes ${brought}),
      failure_weight = (select failures ${brought}),
      record_at = created_at,
      quarantined = 0
    where exists (select 1 ${brought} and pattern.successes + pattern.failures > 0)`.execute(db);
}
