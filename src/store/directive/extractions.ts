import { sql } from "kysely";
import type { StatedRule } from "../../memory/directive/directive.ts";
import type { ExtractionJob, ExtractionStore } from "../../memory/rulebook/extraction/extraction-store.ts";
import { notErased } from "../account/accounts.ts";
import type { Database } from "../database.ts";
import type { Db, Tx } from "../engine.ts";
import { hasCome } from "../has-come.ts";
import { directivesChanged } from "../memory/derived.ts";
import { readSetting } from "../settings.ts";
import { statement } from "../statement.ts";

/** The setting that holds since when a model is asked, in milliseconds since the epoch; none where it is not. */
const sinceSetting = "extraction_since";

export class SqlExtractionStore implements ExtractionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async switchOn(nowMs: number): Promise<void> {
    if ((await extractionSince(this.#db.read)) !== undefined) return;
    await this.#db.writer.write((tx) =>
      tx
        .insertInto("setting")
        .values({ name: sinceSetting, value: String(nowMs) })
        .onConflict((c) => c.column("name").doNothing())
        .execute(),
    );
  }

  async switchOff(): Promise<void> {
    if ((await extractionSince(this.#db.read)) === undefined) return;
    await this.#db.writer.write(async (tx) => {
      await tx.deleteFrom("setting").where("name", "=", sinceSetting).execute();
      await tx.updateTable("directive_statement").set({ extract_due: 0 }).where(due).execute();
    });
  }

  async claim(behind: string, limit: number, leaseMs: number): Promise<ExtractionJob[]> {
    const now = Date.now();
    const { read, writer } = this.#db;
    const [next] = [...(await findWaiting(read, { behind, now })), ...(await findWaiting(read, { behind: "", now }))];
    if (!next) return [];
    const { account } = next;
    return writer.write(async (tx) => {
      const rows = await findDue(tx, { account, now, limit });
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      await tx
        .updateTable("directive_statement")
        .set((e) => ({ extract_after: now + leaseMs, extract_tries: e("extract_tries", "+", 1) }))
        .where("account_id", "=", account)
        .where("id", "in", ids)
        .execute();
      // A live row has a text.
      return rows.map(({ id, content_hash: contentHash, text, extract_tries: tries }) => {
        return { account, id, contentHash, text: text!, tries: tries + 1 };
      });
    });
  }

  complete(job: ExtractionJob, model: string, rules: readonly StatedRule[]): Promise<boolean> {
    return this.#db.writer.write(async (tx) => {
      const columns = { extract_due: 0, extracted_by: model };
      const update = claimed(tx, job).set(columns);
      if (rules.length === 0) return hasUpdated(await update.executeTakeFirst());
      const found = await update
        .set((e) => ({
          extracted: JSON.stringify(rules),
          statements: e.fn.coalesce("statements", e.val("[]")),
          version: e
            .selectFrom("directive_progress")
            .select((p) => p("version", "+", 1).as("version"))
            .where("account_id", "=", job.account),
        }))
        .executeTakeFirst();
      if (!hasUpdated(found)) return false;
      await directivesChanged(tx, { account: job.account });
      return true;
    });
  }

  async release(job: ExtractionJob, forMs: number, isOwed: boolean): Promise<void> {
    await this.#db.writer.write((tx) =>
      claimed(tx, job)
        .set({ extract_after: Date.now() + forMs, extract_tries: job.tries - Number(isOwed) })
        .execute(),
    );
  }
}

/** Since when a model is asked what messages state; `undefined` where none is. */
export async function extractionSince(db: Db): Promise<number | undefined> {
  const since = await readSetting(db, sinceSetting);
  return since === undefined ? undefined : Number(since);
}

/** Literal, so that the planner may use the partial index. */
const due = sql<boolean>`extract_due = 1`;

const findWaiting = statement<{ behind: string; now: number }, { account: string }>((db, param) =>
  db
    .selectFrom("directive_statement")
    .innerJoin("account", "account.id", "directive_statement.account_id")
    .select("directive_statement.account_id as account")
    .where(due)
    .where("directive_statement.account_id", ">", param("behind"))
    .where(hasCome(sql.ref("extract_after"), param("now")))
    .where(notErased)
    .orderBy("directive_statement.account_id")
    .limit(1),
);

type DueRow = { id: string; content_hash: string; extract_tries: number; text: string | null };

const findDue = statement<{ account: string; now: number; limit: number }, DueRow>((db, param) =>
  db
    .selectFrom("directive_statement as read")
    .innerJoin("memory", (join) =>
      join.onRef("memory.account_id", "=", "read.account_id").onRef("memory.id", "=", "read.id"),
    )
    .select(["read.id", "read.content_hash", "read.extract_tries", "memory.text"])
    .where("read.account_id", "=", param("account"))
    .where(sql<boolean>`read.extract_due = 1`)
    .where(hasCome(sql.ref("read.extract_after"), param("now")))
    .where("memory.deleted", "=", 0)
    .orderBy("read.said_at")
    .limit(param("limit")),
);

/** The row of a claimed message, if it is still as it was: no other try and no other process has answered it. */
function claimed(tx: Tx, { account, id, contentHash, tries }: ExtractionJob) {
  return tx
    .updateTable("directive_statement")
    .where("account_id", "=", account)
    .where("id", "=", id)
    .where("content_hash", "=", contentHash)
    .where("extract_tries", "=", tries)
    .where(due);
}

const hasUpdated = (result: { numUpdatedRows: bigint } | undefined): boolean => Number(result?.numUpdatedRows ?? 0) > 0;
