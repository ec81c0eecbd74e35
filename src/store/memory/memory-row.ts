import { hash } from "node:crypto";
import { sql } from "kysely";
import { notFound } from "../../error.ts";
import type { Layer, Origin } from "../../memory/layer.ts";
import type { Role } from "../../memory/message.ts";
import { termsOf } from "../../memory/words/tokenize.ts";
import { erasedName } from "../account/accounts.ts";
import type { Tx } from "../database.ts";
import { params, statement } from "../statement.ts";
import { forgetStatements } from "../directive/forget-statements.ts";
import { encodeTerms } from "../index/terms-codec.ts";

/** What is searched of a text, made before the transaction begins: it is the long part of a write. */
export type TextColumns = { text: string; terms: Uint8Array; content_hash: string };

/** A memory as it is written first. */
export type FreshMemory = TextColumns & {
  account_id: string;
  id: string;
  user_id: string;
  layer: Layer;
  seq: number;
  session_id: string;
  position: number;
  created_at: number;
  /** See foldedTags. */
  tags: string;
  origin: Origin;
} & MessageColumns;

/** What messages have that others have not: a table of their own would be a third of what is written of one. */
export type MessageColumns =
  { role: Role; source: string; metadata: string | null; updated_at: number | null } | typeof noMessage;

export const noMessage = { role: null, source: null, metadata: null, updated_at: null };

type Row = { account_id: string; id: string; seq: number };

/** What the index of places covers: literal, so that the planner may use it. */
export const placed = sql<boolean>`memory.position >= 0`;

export function textColumns(text: string): TextColumns {
  return { text, terms: encodeTerms(termsOf(text)), content_hash: hash("sha256", text) };
}

/**
 * Locks the account until the transaction ends and gives it `count` new seqs: answers with the first. Every change
 * begins with this, so that seqs become visible in order. A seq may stay unused. Errors: AppError not_found, for an
 * account that was erased too: whoever was let in before it was, or waited in the queue behind that, writes nothing.
 */
export async function takeSeqs(tx: Tx, account: string, count: number): Promise<number> {
  const [row] = await updateSeq(tx, { account, count });
  if (!row || row.name === erasedName + account) throw notFound("account", account);
  return row.seq - count + 1;
}

/** As `takeSeqs`, for what still has to be done to an account that was erased. */
export async function takeLastSeqs(tx: Tx, account: string, count: number): Promise<number> {
  const [row] = await updateSeq(tx, { account, count });
  if (!row) throw notFound("account", account);
  return row.seq - count + 1;
}

const updateSeq = statement<{ account: string; count: number }, { seq: number; name: string }>((db, param) =>
  db
    .updateTable("account")
    .set((e) => ({ seq: e("seq", "+", param("count")) }))
    .where("id", "=", param("account"))
    .returning(["seq", "name"]),
);

/** Stores a new memory, to be embedded. */
export const insertMemory = statement<FreshMemory, unknown>((db, param) =>
  db.insertInto("memory").values({
    ...params(param, "account_id", "id", "user_id", "layer", "seq", "session_id", "position", "created_at"),
    ...params(param, "text", "terms", "content_hash", "tags", "origin"),
    ...params(param, "role", "source", "metadata", "updated_at"),
  }),
);

/** A live memory whose text is still the one with this hash. */
export const findCurrent = statement<{ account: string; id: string; contentHash: string }, { id: string }>(
  (db, param) =>
    db
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", param("account"))
      .where("id", "=", param("id"))
      .where("content_hash", "=", param("contentHash"))
      .where("deleted", "=", 0),
);

/** Changes what a memory says of itself. With a new text it is embedded anew. */
export async function changeMemory(
  tx: Tx,
  row: Row,
  change: { text?: TextColumns; tags?: string; origin?: Origin },
): Promise<void> {
  const { text, ...others } = change;
  const embedAnew = text && { ...text, embedded: 0, embed_after: 0 };
  await update(tx, row)
    .set({ seq: row.seq, ...others, ...embedAnew })
    .execute();
  if (text) await deleteDerived(tx, row);
}

/**
 * Tags as JSON in which no quote and no comma stands for itself inside a tag. So a tag in quotes is found by LIKE
 * where it is one, and nowhere else; every database has LIKE, and none has the JSON functions of another.
 */
export function foldedTags(folded: readonly string[]): string {
  return `[${folded.map(quoted).join(",")}]`;
}

/** The pattern, with `!` as its escape, that the tags of a memory are LIKE if they have this one. */
export function tagPattern(folded: string): string {
  return `%${quoted(folded).replace(/[!%_]/g, "!$&")}%`;
}

function quoted(tag: string): string {
  const inner = JSON.stringify(tag).slice(1, -1);
  return `"${inner.replace(/\\\\|\\"|,/g, (found) => (found === "," ? "\\u002c" : found === '\\"' ? "\\u0022" : "\\u005c"))}"`;
}

function update(tx: Tx, { account_id, id }: Row) {
  return tx.updateTable("memory").where("account_id", "=", account_id).where("id", "=", id);
}

/** What was made of the old text: it is embedded and read anew. */
async function deleteDerived(tx: Tx, { account_id, id }: Row): Promise<void> {
  for (const table of ["vector", "claim"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account_id).where("id", "=", id).execute();
  }
  await forgetStatements(tx, account_id, [id]);
}
