import type { JsonObject } from "../../memory/message.ts";
import { takeSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Db } from "../engine.ts";
import { metadataColumns } from "../memory/message-row.ts";
import { pageByPage } from "../page-by-page.ts";

/** The labels that a message should have, in the column that patterns have their tags in. */
type RightLabels = { id: string; metadata: string | null; tags: string };

/** Each has up to 16 KiB of metadata. */
const rowsPerSlice = 200;

/** The live messages of an account whose labels are not those of their metadata, some at a time. */
export async function* wrongLabels(db: Db, account: string): AsyncGenerator<RightLabels[]> {
  const pages = pageByPage(rowsPerSlice, { id: "" }, (after) =>
    db
      .selectFrom("memory")
      .select(["id", "source", "metadata", "tags"])
      .where("account_id", "=", account)
      .where("id", ">", after.id)
      .where("deleted", "=", 0)
      .where("role", "is not", null)
      .orderBy("id"),
  );
  for await (const rows of pages) {
    const wrong = rows.flatMap(({ id, source, metadata, tags: stored }) => {
      const said = metadata === null ? undefined : (JSON.parse(metadata) as JsonObject); // as it was written
      const { tags } = metadataColumns(source!, said); // messages have a source
      return tags === stored ? [] : [{ id, metadata, tags }];
    });
    if (wrong.length > 0) yield wrong;
  }
}

/** Gives them the right ones. A server beside us sees that they changed, by their seqs. */
export async function mendLabels(db: Database, account: string): Promise<void> {
  for await (const wrong of wrongLabels(db.read, account)) {
    await db.writer.write(async (tx) => {
      const first = await takeSeqs(tx, account, wrong.length);
      for (const [at, { id, metadata, tags }] of wrong.entries()) {
        await tx
          .updateTable("memory")
          .set({ tags, seq: first + at })
          .where("account_id", "=", account)
          .where("id", "=", id)
          .where("deleted", "=", 0)
          .where("metadata", "is not distinct from", metadata)
          .execute();
      }
    });
  }
}
