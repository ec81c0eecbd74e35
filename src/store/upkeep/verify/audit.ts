import type { Database } from "../../database.ts";
import { lacksVector } from "../../embedding/vector-space.ts";
import type { Db } from "../../engine.ts";
import { pageByPage } from "../../page-by-page.ts";

/** A memory as SQL has it, for comparing it with what the base holds. */
export type AuditRow = { id: string; seq: number; live: boolean; flushed: boolean };

const pageRows = 2_000;

/** Reads every memory of an account, live or erased, by id. */
export async function* auditRows(db: Db, account: string): AsyncGenerator<AuditRow> {
  const pages = pageByPage(pageRows, { id: "" }, (after) =>
    db
      .selectFrom("memory")
      .leftJoin("flushed", (join) =>
        join.onRef("flushed.account_id", "=", "memory.account_id").onRef("flushed.id", "=", "memory.id"),
      )
      .select(["memory.id", "memory.seq", "memory.deleted", "flushed.id as flushedId"])
      .where("memory.account_id", "=", account)
      .where("memory.id", ">", after.id)
      .orderBy("memory.id"),
  );
  for await (const rows of pages) {
    for (const { id, seq, deleted, flushedId } of rows)
      yield { id, seq, live: deleted === 0, flushed: flushedId !== null };
  }
}

/** Gives memories that have lost their vector back to the embedding queue, and answers how many. */
export async function embedAnew(db: Database, account: string, fingerprint: string): Promise<number> {
  return db.writer.write(async (tx) => {
    const result = await tx
      .updateTable("memory")
      .set({ embedded: 0, embed_after: 0 })
      .where("account_id", "=", account)
      .where("embedded", "=", 1)
      .where("deleted", "=", 0)
      .where(lacksVector(fingerprint))
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  });
}
