import type { JsonObject } from "../../../memory/entity/message.ts";
import { termsOf } from "../../../memory/words/tokenize.ts";
import { takeSeqs } from "../../account/seqs.ts";
import type { Database } from "../../database.ts";
import type { Db } from "../../engine.ts";
import { metadataColumns } from "../../memory/message-row.ts";
import { encodeTerms } from "../../memory/terms-codec.ts";
import { pageByPage } from "../../page-by-page.ts";

/** What a row should have in columns that follow from its others: the terms of its text, a message's labels. */
type Derived = { terms?: Uint8Array; tags?: string };

/** What is wrong of a memory as it was read, and only that, as it should be. */
type Wrong = { id: string; contentHash: string; metadata: string | null; right: Derived };

/** Each has up to 256 KiB of text and 16 of metadata. */
const rowsPerSlice = 50;

/** The live memories of an account of which some derived column is wrong, some at a time. */
export async function* wrongColumns(db: Db, account: string): AsyncGenerator<Wrong[]> {
  const pages = pageByPage(rowsPerSlice, { id: "" }, (after) =>
    db
      .selectFrom("memory")
      .select(["id", "content_hash", "text", "terms", "role", "source", "metadata", "tags"])
      .where("account_id", "=", account)
      .where("id", ">", after.id)
      .where("deleted", "=", 0)
      .orderBy("id"),
  );
  for await (const rows of pages) {
    const wrong = rows.flatMap(({ id, content_hash: contentHash, metadata, ...row }) => {
      const right = { ...rightTerms(row.text!, row.terms!), ...rightLabels({ ...row, metadata }) }; // a live row has both
      return Object.keys(right).length === 0 ? [] : [{ id, contentHash: contentHash!, metadata, right }];
    });
    if (wrong.length > 0) yield wrong;
  }
}

function rightTerms(text: string, stored: Uint8Array): Derived {
  const terms = encodeTerms(termsOf(text));
  return Buffer.compare(stored, terms) === 0 ? {} : { terms };
}

type LabelledRow = { role: string | null; source: string | null; metadata: string | null; tags: string };

/** Only messages have labels: a pattern has its own tags there. */
function rightLabels({ role, source, metadata, tags: stored }: LabelledRow): Derived {
  if (role === null) return {};
  const said = metadata === null ? undefined : parsed(metadata);
  if (said === null) return {};
  const { tags } = metadataColumns(source!, said); // messages have a source
  return tags === stored ? {} : { tags };
}

/** Null for what is damaged: nothing follows from it. */
function parsed(metadata: string): JsonObject | null {
  try {
    return JSON.parse(metadata) as JsonObject; // as it was written
  } catch {
    return null;
  }
}

/** Gives them what is right. A server beside us sees that they changed, by their seqs. */
export async function mendColumns(db: Database, account: string): Promise<number> {
  let mended = 0;
  for await (const wrong of wrongColumns(db.read, account)) {
    mended += wrong.length;
    await db.writer.write(async (tx) => {
      const first = await takeSeqs(tx, account, wrong.length);
      for (const [at, { id, contentHash, metadata, right }] of wrong.entries()) {
        await tx
          .updateTable("memory")
          .set({ ...right, seq: first + at })
          .where("account_id", "=", account)
          .where("id", "=", id)
          .where("content_hash", "=", contentHash)
          .where("metadata", "is not distinct from", metadata)
          .execute();
      }
    });
  }
  return mended;
}
