import type { Db } from "../../engine.ts";
import { pageByPage } from "../../page-by-page.ts";
import type { Exported } from "./export.ts";

/** An outcome with what it says of each memory. */
export type ExportedOutcome = {
  retrievalId: string;
  user: string;
  success: boolean;
  implicit: boolean;
  note?: string;
  retrievedAtMs: number;
  createdAtMs: number;
  credits: { memoryId: string; weight: number; version: number }[];
};

const pageRows = 200;

/** Outcomes by their retrievals, in pages. */
export async function* exportOutcomes(db: Db, { account, user }: Exported): AsyncGenerator<ExportedOutcome> {
  const pages = pageByPage(pageRows, { retrieval_id: "" }, (after) =>
    db
      .selectFrom("outcome")
      .selectAll()
      .where("account_id", "=", account)
      .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
      .where("retrieval_id", ">", after.retrieval_id)
      .orderBy("retrieval_id"),
  );
  for await (const rows of pages) {
    const credits = await creditsOf(
      db,
      account,
      rows.map((row) => row.retrieval_id),
    );
    for (const row of rows) {
      yield {
        retrievalId: row.retrieval_id,
        user: row.user_id,
        success: row.success === 1,
        implicit: row.implicit === 1,
        ...(row.note !== null && { note: row.note }),
        retrievedAtMs: row.retrieved_at,
        createdAtMs: row.created_at,
        credits: (credits.get(row.retrieval_id) ?? []).map(({ memory_id: memoryId, weight, version }) => {
          return { memoryId, weight, version };
        }),
      };
    }
  }
}

async function creditsOf(db: Db, account: string, retrievalIds: string[]) {
  const rows = await db
    .selectFrom("credit")
    .select(["retrieval_id", "memory_id", "weight", "version"])
    .where("account_id", "=", account)
    .where("retrieval_id", "in", retrievalIds)
    .orderBy("memory_id")
    .execute();
  return Map.groupBy(rows, (row) => row.retrieval_id);
}
