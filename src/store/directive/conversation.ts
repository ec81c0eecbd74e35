import { sql } from "kysely";
import type { Origin } from "../../memory/entity/layer.ts";
import type { StatementMessage } from "../../memory/rulebook/statement-store.ts";
import type { Db } from "../engine.ts";
import type { MemoryTable } from "../memory/tables.ts";
import { listStatement, statement } from "../statement.ts";

/** What the readers need of a message. */
export type MessageRow = Pick<
  MemoryTable,
  "id" | "user_id" | "session_id" | "source" | "origin" | "content_hash" | "created_at" | "text"
>;

export const messageColumns = [
  "memory.id",
  "memory.user_id",
  "memory.session_id",
  "memory.source",
  "memory.origin",
  "memory.content_hash",
  "memory.created_at",
  "memory.text",
] as const satisfies `memory.${keyof MessageRow}`[];

export const findMessages = listStatement<{ account: string }, string, MessageRow>((db, param, ids) =>
  db
    .selectFrom("memory")
    .select(messageColumns)
    .where("account_id", "=", param("account"))
    .where("id", "in", ids)
    .where("deleted", "=", 0),
);

/**
 * Messages with what was said before each in its conversation; and with those that were said right after one of them,
 * which are read anew. A conversation is in the order in which it was said.
 */
export async function inConversation(db: Db, account: string, rows: MessageRow[]): Promise<StatementMessage[]> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const followers = new Set<string>();
  for (const row of rows) {
    const [next] = await findNext(db, placeOf(account, row));
    if (next && !known.has(next.id)) followers.add(next.id);
  }
  for (const row of await findMessages(db, { account }, [...followers])) known.set(row.id, row);
  const all = [...known.values()].toSorted(byTime);
  const latest = new Map<string, MessageRow>();
  const messages: StatementMessage[] = [];
  for (const row of all) {
    const conversation = JSON.stringify([row.user_id, row.session_id]);
    messages.push(messageOf(row, await before(db, account, row, latest.get(conversation))));
    latest.set(conversation, row);
  }
  return messages;
}

/** What an operator says to everybody is read by itself: no user's words may get into it. */
async function before(db: Db, account: string, row: MessageRow, read: MessageRow | undefined) {
  if (row.origin === "operator") return undefined;
  const [stored] = await findPrevious(db, placeOf(account, row));
  const previous = stored && read ? (byTime(stored, read) > 0 ? stored : read) : (stored ?? read);
  // A live row has both.
  return previous && { id: previous.id, contentHash: previous.content_hash!, text: previous.text! };
}

const byTime = (one: MessageRow, other: MessageRow): number =>
  one.created_at - other.created_at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

type Place = { account: string; user: string; session: string; at: number; id: string };

function placeOf(account: string, { user_id: user, session_id: session, created_at: at, id }: MessageRow): Place {
  return { account, user, session, at, id };
}

const findPrevious = statement<Place, MessageRow>((db, param) =>
  db
    .selectFrom("directive_statement as read")
    .innerJoin("memory", (join) =>
      join.onRef("memory.account_id", "=", "read.account_id").onRef("memory.id", "=", "read.id"),
    )
    .select(messageColumns)
    .where("read.account_id", "=", param("account"))
    .where("read.user_id", "=", param("user"))
    .where("read.session_id", "=", param("session"))
    .where(sql<boolean>`(read.said_at, read.id) < (${param("at")}, ${param("id")})`)
    .orderBy("read.said_at", "desc")
    .orderBy("read.id", "desc")
    .limit(1),
);

const findNext = statement<Place, { id: string }>((db, param) =>
  db
    .selectFrom("directive_statement as read")
    .select("read.id")
    .where("read.account_id", "=", param("account"))
    .where("read.user_id", "=", param("user"))
    .where("read.session_id", "=", param("session"))
    .where(sql<boolean>`(read.said_at, read.id) > (${param("at")}, ${param("id")})`)
    .orderBy("read.said_at")
    .orderBy("read.id")
    .limit(1),
);

function messageOf(row: MessageRow, previous: StatementMessage["before"]): StatementMessage {
  return {
    id: row.id,
    user: row.user_id,
    sessionId: row.session_id,
    source: row.source ?? "",
    origin: row.origin as Origin, // only `statementOrigins` were asked for
    // A live row has both.
    contentHash: row.content_hash!,
    text: row.text!,
    saidAtMs: row.created_at,
    ...(previous && { before: previous }),
  };
}
