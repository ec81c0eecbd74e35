import { termsOf } from "../../memory/words/tokenize.ts";
import { takeSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Db } from "../engine.ts";
import { encodeTerms } from "../memory/terms-codec.ts";
import { pageByPage } from "../page-by-page.ts";

/** The terms that a memory should have. */
type RightTerms = { id: string; contentHash: string; terms: Uint8Array };

/** Each of up to 256 KiB. */
const rowsPerSlice = 50;

/** The live memories of an account whose terms are not those of their text, some at a time. */
export async function* wrongTerms(db: Db, account: string): AsyncGenerator<RightTerms[]> {
  const pages = pageByPage(rowsPerSlice, { id: "" }, (after) =>
    db
      .selectFrom("memory")
      .select(["id", "content_hash", "text", "terms"])
      .where("account_id", "=", account)
      .where("id", ">", after.id)
      .where("deleted", "=", 0)
      .orderBy("id"),
  );
  for await (const rows of pages) {
    const wrong = rows.flatMap(({ id, content_hash: contentHash, text, terms: stored }) => {
      // A live row has all three.
      const terms = encodeTerms(termsOf(text!));
      return Buffer.compare(stored!, terms) === 0 ? [] : [{ id, contentHash: contentHash!, terms }];
    });
    if (wrong.length > 0) yield wrong;
  }
}

/** Gives them the right ones. A server beside us sees that they changed, by their seqs. */
export async function mendTerms(db: Database, account: string): Promise<void> {
  for await (const wrong of wrongTerms(db.read, account)) {
    await db.writer.write(async (tx) => {
      const first = await takeSeqs(tx, account, wrong.length);
      for (const [at, { id, contentHash, terms }] of wrong.entries()) {
        await tx
          .updateTable("memory")
          .set({ terms, seq: first + at })
          .where("account_id", "=", account)
          .where("id", "=", id)
          .where("content_hash", "=", contentHash)
          .execute();
      }
    });
  }
}
