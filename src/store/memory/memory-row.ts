import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Layer, Origin } from "../../memory/entity/layer.ts";
import type { Role } from "../../memory/entity/message.ts";
import { termsOf } from "../../memory/words/tokenize.ts";
import type { Tx } from "../engine.ts";
import { params, statement } from "../statement.ts";
import { forgetDerived } from "./derived.ts";
import { encodeTerms } from "./terms-codec.ts";

/** What is searched of a text, made before the transaction begins: it is the long part of a write. */
export type TextColumns = { text: string; terms: Uint8Array; content_hash: string };

/** A new memory. */
export type FreshMemory = TextColumns & {
  account_id: string;
  id: string;
  user_id: string;
  layer: Layer;
  seq: number;
  session_id: string;
  position: number;
  created_at: number;
  /** What a search filters by (see foldedTags): the tags of a pattern, the labels of a message's metadata. */
  tags: string;
  origin: Origin;
} & MessageColumns;

/** Columns that only messages have: in a table of their own they would be a third of what is written of one. */
export type MessageColumns =
  { role: Role; source: string; metadata: string | null; updated_at: number | null } | typeof noMessage;

export const noMessage = { role: null, source: null, metadata: null, updated_at: null };

type Row = { account_id: string; id: string; seq: number };

/** What the index of places covers: literal, so that the planner may use it. */
export const placed = sql<boolean>`memory.position >= 0`;

export function textColumns(text: string): TextColumns {
  return { text, terms: encodeTerms(termsOf(text)), content_hash: hash("sha256", text) };
}

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

/** Changes what a memory says of itself. With a new text it is embedded and read anew. */
export async function changeMemory(
  tx: Tx,
  { account_id, id, seq }: Row,
  change: { text?: TextColumns; tags?: string; metadata?: string | null; updated_at?: number; origin?: Origin },
): Promise<void> {
  const { text, ...others } = change;
  const embedAnew = text && { ...text, embedded: 0, embed_after: 0 };
  await tx
    .updateTable("memory")
    .set({ seq, ...others, ...embedAnew })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
  if (text) await forgetDerived(tx, account_id, [id]);
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
