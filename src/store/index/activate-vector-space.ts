import { sql } from "kysely";
import type { Database } from "../database.ts";
import { activeFingerprint, embedderSetting } from "../embedding/vector-space.ts";
import type { Tx } from "../engine.ts";
import { writeSetting } from "../settings.ts";
import type { Pause } from "../writer.ts";
import { resetFlush } from "./flush.ts";

const rowsPerSlice = 2_000;

/**
 * Makes an embedder's vector space the one that is searched, in one transaction; false where it is already. Memories
 * without a vector in it are embedded anew, meanwhile found by their words; the bases are built anew.
 */
export async function activateVectorSpace(db: Database, fingerprint: string): Promise<boolean> {
  if ((await activeFingerprint(db.read)) === fingerprint) return false;
  return db.writer.exclusive(async (tx, pause) => {
    // Asked again under the lock: another process may have been first.
    const before = await activeFingerprint(tx);
    if (before === fingerprint) return false;
    await writeSetting(tx, embedderSetting, fingerprint);
    for (const { id } of await tx.selectFrom("account").select("id").where("seq", ">", 0).execute()) {
      await markEmbedded(tx, id, fingerprint, pause);
      await resetFlush(tx, id, pause);
    }
    return true;
  });
}

/** Sets, of every memory of an account, whether the new space has its vector. */
async function markEmbedded(tx: Tx, account: string, fingerprint: string, pause: Pause): Promise<void> {
  for (let after = ""; ; await pause()) {
    const ids = await tx
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", account)
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsPerSlice)
      .execute();
    const last = ids.at(-1)?.id;
    if (last === undefined) return;
    await tx
      .updateTable("memory")
      .set({
        embed_after: 0,
        embedded: sql<number>`case when exists (select 1 from vector where vector.account_id = memory.account_id
          and vector.id = memory.id and vector.fingerprint = ${fingerprint}
          and vector.content_hash = memory.content_hash) then 1 else 0 end`,
      })
      .where("account_id", "=", account)
      .where("deleted", "=", 0)
      .where("id", ">", after)
      .where("id", "<=", last)
      .execute();
    after = last;
  }
}
