import type { Database } from "../database.ts";

/** Changes above the flushed seqs, over all accounts. A memory that changed twice counts twice. */
export async function tailChanges(db: Database): Promise<number> {
  const row = await db.read
    .selectFrom("account")
    .select((e) => e.fn.sum<number | null>(e("seq", "-", e.ref("flushed_seq"))).as("changes"))
    .executeTakeFirstOrThrow();
  return Number(row.changes ?? 0);
}
