import { setImmediate as turn } from "node:timers/promises";
import { newId } from "../memory/ids.ts";
import type { JsonObject, Message, MessageEdit, MessageStore, NewMessage, Role, Session } from "../memory/message.ts";
import type { Once } from "../memory/once.ts";
import type { Page, PageRequest } from "../memory/page.ts";
import type { Scope } from "../memory/scope.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Database, Db, Tx } from "./database.ts";
import { answerOnce } from "./idempotency.ts";
import { changeMemory, insertMemory, takeSeqs, textColumns, type TextColumns } from "./memory-row.ts";
import { takePlaces } from "./session-place.ts";
import { statement } from "./statement.ts";

/** How much of a batch is done before others have their turn. */
const sliceRows = 50;
const sliceMs = 5;

export class SqlMessageStore implements MessageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(scope: Scope, messages: NewMessage[], once?: Once): Promise<{ ids: string[]; createdAtMs: number[] }> {
    const texts = await textsOf(messages);
    const work = async (tx: Tx, pause?: () => Promise<void>) => {
      const firstSeq = await takeSeqs(tx, scope.account, messages.length);
      return answerOnce(tx, scope, once, () => insertAll(tx, scope, { messages, texts, firstSeq }, pause));
    };
    return messages.length <= sliceRows ? this.#db.writer.write(work) : this.#db.writer.exclusive(work);
  }

  get(scope: Scope, id: string): Promise<Message | undefined> {
    return find(this.#db.read, scope, id);
  }

  async edit(scope: Scope, id: string, edit: MessageEdit, once?: Once): Promise<Message | undefined> {
    const text = edit.content === undefined ? undefined : textColumns(edit.content);
    return this.#db.writer.write(async (tx) => {
      const seq = await takeSeqs(tx, scope.account, 1);
      return answerOnce(tx, scope, once, async () => {
        const old = await find(tx, scope, id);
        if (!old) return undefined;
        if (text && text.text !== old.content) await changeMemory(tx, { account_id: scope.account, id, seq }, { text });
        if (edit.metadata !== undefined) await replaceMetadata(tx, scope, id, edit.metadata);
        return find(tx, scope, id);
      });
    });
  }

  async list(scope: Scope, sessionId: string, page: PageRequest): Promise<Page<Message> | undefined> {
    const session = await this.#db.read
      .selectFrom("session")
      .select("message_count")
      .where("account_id", "=", scope.account)
      .where("user_id", "=", scope.user)
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    if (!session) return undefined;
    const after = page.cursor === undefined ? -1 : decodeCursor(page.cursor, ["number"])[0];
    const rows = await messagesOf(this.#db.read, scope)
      .where("memory.session_id", "=", sessionId)
      .where("memory.position", ">", after)
      .orderBy("memory.position")
      .limit(page.limit + 1)
      .offset(page.offset)
      .execute();
    const last = rows.length > page.limit ? rows[page.limit - 1] : undefined;
    return {
      items: rows.slice(0, page.limit).map(messageOf),
      total: session.message_count,
      nextCursor: last && encodeCursor([last.position]),
    };
  }

  async sessions(scope: Scope, page: PageRequest): Promise<Page<Session>> {
    const own = this.#db.read
      .selectFrom("session")
      .where("account_id", "=", scope.account)
      .where("user_id", "=", scope.user);
    const { total } = await own.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const [atMs, id] = page.cursor === undefined ? [] : decodeCursor(page.cursor, ["number", "string"]);
    const rows = await own
      .selectAll()
      .$if(page.cursor !== undefined, (query) =>
        query.where((e) =>
          e.or([e("updated_at", "<", atMs!), e.and([e("updated_at", "=", atMs!), e("session_id", ">", id!)])]),
        ),
      )
      .orderBy("updated_at", "desc")
      .orderBy("session_id")
      .limit(page.limit + 1)
      .offset(page.offset)
      .execute();
    const items = rows.slice(0, page.limit).map((row) => ({
      sessionId: row.session_id,
      user: row.user_id,
      messageCount: row.message_count,
      createdAtMs: row.created_at,
      updatedAtMs: row.updated_at,
    }));
    const last = rows.length > page.limit ? items.at(-1) : undefined;
    return { items, total, nextCursor: last && encodeCursor([last.updatedAtMs, last.sessionId]) };
  }
}

/** Everything that takes long of each text, in slices, so that a large batch holds nobody up. */
async function textsOf(messages: NewMessage[]): Promise<TextColumns[]> {
  const texts: TextColumns[] = [];
  let until = performance.now() + sliceMs;
  for (const message of messages) {
    if (performance.now() > until) {
      await turn();
      until = performance.now() + sliceMs;
    }
    texts.push(textColumns(message.content));
  }
  return texts;
}

type Batch = { messages: NewMessage[]; texts: TextColumns[]; firstSeq: number };

async function insertAll(tx: Tx, scope: Scope, batch: Batch, pause?: () => Promise<void>) {
  const { messages, texts, firstSeq } = batch;
  const nowMs = Date.now();
  const createdAtMs = messages.map((message) => message.createdAtMs ?? nowMs);
  const places = await takePlaces(tx, scope, messages, createdAtMs);
  const ids: string[] = [];
  for (const [i, message] of messages.entries()) {
    const row = { account_id: scope.account, id: newId("msg_") };
    await insertMemory(tx, {
      ...row,
      ...texts[i]!,
      user_id: scope.user,
      layer: "signals",
      seq: firstSeq + i,
      session_id: message.sessionId,
      position: places[i]!,
      created_at: createdAtMs[i]!,
      tags: "[]",
      origin: message.origin,
    });
    await insertMessage(tx, { ...row, role: message.role, source: message.source, metadata: json(message.metadata) });
    ids.push(row.id);
    if (pause && ids.length % sliceRows === 0) await pause();
  }
  return { ids, createdAtMs };
}

const insertMessage = statement<
  { account_id: string; id: string; role: Role; source: string; metadata: string | null },
  unknown
>((db, param) =>
  db.insertInto("message").values({
    account_id: param("account_id"),
    id: param("id"),
    role: param("role"),
    source: param("source"),
    metadata: param("metadata"),
  }),
);

async function replaceMetadata(tx: Tx, scope: Scope, id: string, metadata: JsonObject): Promise<void> {
  await tx
    .updateTable("message")
    .set({ metadata: json(metadata) })
    .where("account_id", "=", scope.account)
    .where("id", "=", id)
    .execute();
}

async function find(db: Db, scope: Scope, id: string): Promise<Message | undefined> {
  const row = await messagesOf(db, scope).where("memory.id", "=", id).executeTakeFirst();
  return row && messageOf(row);
}

function messagesOf(db: Db, scope: Scope) {
  return db
    .selectFrom("memory")
    .innerJoin("message", (join) =>
      join.onRef("message.account_id", "=", "memory.account_id").onRef("message.id", "=", "memory.id"),
    )
    .select([
      "memory.id",
      "memory.user_id",
      "memory.session_id",
      "memory.position",
      "memory.created_at",
      "memory.text",
      "message.role",
      "message.source",
      "message.metadata",
    ])
    .where("memory.account_id", "=", scope.account)
    .where("memory.user_id", "=", scope.user)
    .where("memory.deleted", "=", 0);
}

type Row = Awaited<ReturnType<ReturnType<typeof messagesOf>["execute"]>>[number];

function messageOf(row: Row): Message {
  return {
    id: row.id,
    role: row.role as Role, // only `add` writes roles
    content: row.text!, // only a tombstone has none
    sessionId: row.session_id,
    source: row.source,
    createdAtMs: row.created_at,
    user: row.user_id,
    metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as JsonObject), // as it was written
  };
}

function json(metadata: JsonObject | undefined): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}
