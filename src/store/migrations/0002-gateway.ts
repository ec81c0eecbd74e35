import { sql, type CreateTableBuilder, type Kysely } from "kysely";

/** The gateway's ledger, and what of conversations is stored. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (
    table: string,
    define: (t: CreateTableBuilder<string, "account_id">) => CreateTableBuilder<string, string>,
  ) => define(db.schema.createTable(table).addColumn("account_id", "text", (c) => c.notNull())).execute();
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();

  await create("gateway_thread", (t) =>
    t
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("root", "text", (c) => c.notNull())
      .addColumn("used_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("gateway_thread_pk", ["account_id", "id"]),
  );
  await index("gateway_thread_session", "gateway_thread", ["account_id", "user_id", "session_id", "root"]);
  await index("gateway_thread_age", "gateway_thread", ["used_at"]);
  await create("gateway_entry", (t) =>
    t
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("thread_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("session_id", "text", (c) => c.notNull())
      .addColumn("chain", "text", (c) => c.notNull())
      .addColumn("is_first", "integer", (c) => c.notNull())
      .addColumn("system_hash", "text", (c) => c.notNull())
      .addColumn("tools_hash", "text", (c) => c.notNull())
      .addColumn("placements", "text", (c) => c.notNull())
      .addColumn("replies", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("used_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("gateway_entry_pk", ["account_id", "id"]),
  );
  await index("gateway_entry_place", "gateway_entry", ["account_id", "user_id", "session_id", "chain"]);
  await index("gateway_entry_thread", "gateway_entry", ["account_id", "thread_id"]);
  await create("gateway_block", (t) =>
    t
      .addColumn("thread_id", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("memory_ids", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("gateway_block_pk", ["account_id", "thread_id", "hash"]),
  );
  await create("gateway_shown", (t) =>
    t
      .addColumn("memory_id", "text", (c) => c.notNull())
      .addColumn("thread_id", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("gateway_shown_pk", ["account_id", "memory_id", "thread_id", "hash"]),
  );
  await index("gateway_shown_thread", "gateway_shown", ["account_id", "thread_id", "hash"]);
  await create("gateway_turn", (t) =>
    t
      .addColumn("thread_id", "text", (c) => c.notNull())
      .addColumn("chain", "text", (c) => c.notNull())
      .addColumn("message_id", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("gateway_turn_pk", ["account_id", "thread_id", "chain"]),
  );
  await index("gateway_turn_message", "gateway_turn", ["account_id", "message_id"]);
  await create("gateway_exchange", (t) =>
    t
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("thread_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("ended_at", "bigint")
      .addPrimaryKeyConstraint("gateway_exchange_pk", ["account_id", "id"]),
  );
  await index("gateway_exchange_thread", "gateway_exchange", ["account_id", "thread_id"]);
  await db.schema
    .createIndex("gateway_exchange_open")
    .on("gateway_exchange")
    .column("created_at")
    .where(sql<boolean>`state = 'open'`)
    .execute();
}
