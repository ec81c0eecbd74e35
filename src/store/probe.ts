import type { Database } from "./database.ts";

/** Proves that the database takes writes, by one. Errors: unavailable. */
export async function probeWrite(db: Database): Promise<void> {
  const value = new Date().toISOString();
  await db.writer.write((tx) =>
    tx
      .insertInto("setting")
      .values({ name: "probe", value })
      .onConflict((c) => c.column("name").doUpdateSet({ value }))
      .execute(),
  );
}
