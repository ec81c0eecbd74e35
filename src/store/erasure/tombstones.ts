import { setImmediate as turn } from "node:timers/promises";
import { chunks } from "../chunks.ts";
import type { Db } from "../engine.ts";

/** Memories whose erasures were recorded from one time to another: a tombstone has the time of its erasure. */
export type Buried = { account: string; from: number; to: number };

const idsPerStatement = 500;

/** Those of the ids that are buried. */
export async function tombstones(db: Db, buried: Buried, ids: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunks([...ids], idsPerStatement)) {
    const rows = await db
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", buried.account)
      .where("id", "in", part)
      .where("deleted", "=", 1)
      .where("created_at", ">=", buried.from)
      .where("created_at", "<=", buried.to)
      .execute();
    for (const row of rows) found.add(row.id);
    await turn();
  }
  return found;
}
