import { sql, type CreateTableBuilder, type Kysely } from "kysely";

/** The first schema. Only types and clauses that SQLite and PostgreSQL share, but for the binary type of each. */
export async function up(db: Kysely<unknown>, binary: "blob" | "bytea"): Promise<void> {
  const create = (
    table: string,
    define: (t: CreateTableBuilder<string, never>) => CreateTableBuilder<string, string>,
  ) => define(db.schema.createTable(table)).execute();
  const bytes = sql.raw<"blob">(binary);

  await create("setting", (t) =>
    t.addColumn("name", "text", (c) => c.primaryKey()).addColumn("value", "text", (c) => c.notNull()),
  );
  await create("account", (t) =>
    t
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull().unique())
      .addColumn("plan", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("seq", "bigint", (c) => c.notNull().defaultTo(0))
      .addColumn("flushed_seq", "bigint", (c) => c.notNull().defaultTo(0))
      .addColumn("base_version", "bigint", (c) => c.notNull().defaultTo(0))
      .addColumn("flush_token", "bigint", (c) => c.notNull().defaultTo(0))
      .addColumn("flush_lease_until", "bigint", (c) => c.notNull().defaultTo(0)),
  );
  await create("key", (t) =>
    t
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("secret_hash", "text", (c) => c.notNull())
      .addColumn("scopes", "text", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint")
      .addColumn("revoked_at", "bigint"),
  );
  await db.schema.createIndex("key_account").on("key").columns(["account_id", "created_at"]).execute();
  await create("limit_window", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("starts_at", "bigint", (c) => c.notNull())
      .addColumn("used", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("limit_window_pk", ["account_id", "kind"]),
  );
  await create("memory", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("layer", "text", (c) => c.notNull())
      .addColumn("seq", "bigint", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("position", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("content_hash", "text")
      .addColumn("tags", "text", (c) => c.notNull())
      .addColumn("origin", "text", (c) => c.notNull())
      .addColumn("embedded", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("embed_after", "bigint", (c) => c.notNull().defaultTo(0))
      .addColumn("deleted", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("role", "text")
      .addColumn("source", "text")
      // What may be long stands last: SQLite reads a row from its beginning.
      .addColumn("terms", bytes)
      .addColumn("metadata", "text")
      .addColumn("text", "text")
      .addPrimaryKeyConstraint("memory_pk", ["account_id", "id"]),
  );
  await db.schema.createIndex("memory_seq").on("memory").columns(["account_id", "seq"]).execute();
  await db.schema
    .createIndex("memory_place")
    .on("memory")
    .columns(["account_id", "user_id", "session_id", "position"])
    .where("position", ">=", 0)
    .execute();
  await db.schema
    .createIndex("memory_unembedded")
    .on("memory")
    .columns(["account_id", "embed_after"])
    .where(sql<boolean>`embedded = 0 and deleted = 0`)
    .execute();
  await db.schema
    .createIndex("memory_tombstone")
    .on("memory")
    .columns(["account_id", "seq"])
    .where(sql<boolean>`deleted = 1`)
    .execute();
  await create("session", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("message_count", "integer", (c) => c.notNull())
      .addColumn("next_position", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("session_pk", ["account_id", "user_id", "session_id"]),
  );
  await db.schema
    .createIndex("session_recent")
    .on("session")
    .columns(["account_id", "user_id", "updated_at"])
    .execute();

  const content = (t: CreateTableBuilder<string, never>) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("problem", "text", (c) => c.notNull())
      .addColumn("solution", "text", (c) => c.notNull())
      .addColumn("tags", "text", (c) => c.notNull())
      .addColumn("works_when", "text", (c) => c.notNull())
      .addColumn("anti_patterns", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull());
  await create("pattern", (t) =>
    content(t)
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("title_key", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("applications", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("successes", "double precision", (c) => c.notNull().defaultTo(0))
      .addColumn("failures", "double precision", (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("pattern_pk", ["account_id", "id"])
      .addUniqueConstraint("pattern_title", ["account_id", "user_id", "title_key"]),
  );
  await db.schema
    .createIndex("pattern_newest")
    .on("pattern")
    .columns(["account_id", "user_id", "created_at", "id"])
    .execute();
  await create("pattern_version", (t) =>
    content(t).addPrimaryKeyConstraint("pattern_version_pk", ["account_id", "id", "version"]),
  );

  await create("vector", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("fingerprint", "text", (c) => c.notNull())
      .addColumn("content_hash", "text", (c) => c.notNull())
      .addColumn("data", bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint("vector_pk", ["account_id", "id", "fingerprint"]),
  );
  await create("flushed", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("terms", bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint("flushed_pk", ["account_id", "id"]),
  );
  await create("lexicon_total", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("memories", "integer", (c) => c.notNull())
      .addColumn("total_length", "bigint", (c) => c.notNull())
      .addColumn("sessions", "integer", (c) => c.notNull())
      .addColumn("total_session_length", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("lexicon_total_pk", ["account_id", "user_id"]),
  );
  await create("lexicon_term", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("term", "bigint", (c) => c.notNull())
      .addColumn("memories", "integer", (c) => c.notNull())
      .addColumn("sessions", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("lexicon_term_pk", ["account_id", "user_id", "term"]),
  );
  await create("lexicon_session", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("terms", bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint("lexicon_session_pk", ["account_id", "user_id", "session_id"]),
  );
  await create("retrieval", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("query", "text")
      .addColumn("query_hash", "text", (c) => c.notNull())
      .addColumn("results", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("retrieval_pk", ["account_id", "id"]),
  );
  await db.schema
    .createIndex("retrieval_age")
    .on("retrieval")
    .columns(["account_id", "created_at", "id", "user_id"])
    .execute();
  await db.schema
    .createIndex("retrieval_worded")
    .on("retrieval")
    .column("created_at")
    .where(sql<boolean>`query is not null`)
    .execute();
  await create("idempotency", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("operation", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("request_hash", "text", (c) => c.notNull())
      .addColumn("answer", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("idempotency_pk", ["account_id", "user_id", "operation", "key"]),
  );
  await db.schema.createIndex("idempotency_age").on("idempotency").columns(["account_id", "created_at"]).execute();
  await create("erasure", (t) =>
    t
      .addColumn("account_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("target", "text", (c) => c.notNull())
      .addColumn("counts", "text", (c) => c.notNull())
      .addColumn("receipts_from", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("hidden_at", "bigint")
      .addColumn("done_at", "bigint")
      .addPrimaryKeyConstraint("erasure_pk", ["account_id", "id"]),
  );
  await db.schema
    .createIndex("erasure_open")
    .on("erasure")
    .columns(["account_id", "created_at"])
    .where(sql<boolean>`done_at is null`)
    .execute();
}
