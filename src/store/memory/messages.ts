import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { decodeCursor, type ListId } from "../../memory/page/cursor.ts";
import type { Message, MessageEdit, MessageStore, NewMessage, Session } from "../../memory/entity/message.ts";
import type { Once } from "../../memory/once.ts";
import type { Page, PageRequest } from "../../memory/page/page.ts";
import type { Scope } from "../../memory/scope.ts";
import { writeOnce } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import { pageOfRows, readPage } from "../page.ts";
import { changeMemory, placed, textColumns } from "./memory-row.ts";
import {
  findMessage,
  insertAll,
  messageOf,
  messagesOf,
  metadataColumns,
  prepareAll,
  sliceRows,
} from "./message-row.ts";

export class SqlMessageStore implements MessageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(scope: Scope, messages: NewMessage[], once?: Once): Promise<{ ids: string[]; createdAtMs: number[] }> {
    const prepared = await prepareAll(messages);
    const options = { seqs: messages.length, isExclusive: messages.length > sliceRows };
    return writeOnce(this.#db, scope, once, options, (tx, firstSeq, pause) =>
      insertAll(tx, scope, { messages, prepared, firstSeq }, pause),
    );
  }

  get(scope: Scope, id: string): Promise<Message | undefined> {
    return findMessage(this.#db.read, scope, id);
  }

  async edit(scope: Scope, id: string, edit: MessageEdit, once?: Once): Promise<Message | undefined> {
    const text = edit.content === undefined ? undefined : textColumns(edit.content);
    return writeOnce(this.#db, scope, once, { seqs: 1 }, async (tx, seq) => {
      const old = await findMessage(tx, scope, id);
      if (!old) return undefined;
      const isNewText = text !== undefined && text.text !== old.content;
      const isNewMetadata = edit.metadata !== undefined && !isDeepStrictEqual(edit.metadata, old.metadata);
      if (!isNewText && !isNewMetadata) return old;
      const metadata = isNewMetadata && metadataColumns(old.source, edit.metadata);
      const change = { ...(isNewText && { text }), ...metadata };
      await changeMemory(tx, { account_id: scope.account, id, seq }, { ...change, updated_at: Date.now() });
      return findMessage(tx, scope, id);
    });
  }

  async list(scope: Scope, sessionId: string, page: PageRequest): Promise<Page<Message> | undefined> {
    const list: ListId = ["messages", scope.account, scope.user, sessionId];
    const total = this.#sessionsOf(scope).select("message_count as total").where("session_id", "=", sessionId);
    const [after] = page.cursor === undefined ? [-1] : decodeCursor(list, page.cursor, ["number"]);
    const items = messagesOf(this.#db.read, scope)
      .where("memory.session_id", "=", sessionId)
      .where(placed)
      .where("memory.position", ">", after)
      .orderBy("memory.position");
    const read = await readPage(this.#db.read, { total, items }, page);
    if (read.total === undefined) return undefined;
    const { items: rows, ...rest } = pageOfRows(read, { list, item: (row) => row, key: ({ position }) => [position] });
    return { items: rows.map(messageOf), ...rest };
  }

  async listAll(scope: Scope, page: PageRequest): Promise<Page<Message>> {
    const list: ListId = ["all messages", scope.account, scope.user];
    const total = this.#sessionsOf(scope).select((e) =>
      e.fn.coalesce(e.fn.sum<number>("message_count"), sql.lit(0)).as("total"),
    );
    const [session, position] =
      page.cursor === undefined ? ["", -1] : decodeCursor(list, page.cursor, ["string", "number"]);
    const items = messagesOf(this.#db.read, scope)
      .where(placed)
      .where((e) => e(e.refTuple("memory.session_id", "memory.position"), ">", e.tuple(session, position)))
      .orderBy("memory.session_id")
      .orderBy("memory.position");
    const key = (row: { session_id: string; position: number }) => [row.session_id, row.position];
    const read = await readPage(this.#db.read, { total, items }, page);
    const { items: rows, ...rest } = pageOfRows(read, { list, item: (row) => row, key });
    return { items: rows.map(messageOf), ...rest };
  }

  async sessions(scope: Scope, page: PageRequest): Promise<Page<Session>> {
    const list: ListId = ["sessions", scope.account, scope.user];
    const own = this.#sessionsOf(scope);
    const total = own.select((e) => e.fn.countAll<number>().as("total"));
    const [atMs, id] = page.cursor === undefined ? [] : decodeCursor(list, page.cursor, ["number", "string"]);
    const items = own
      .selectAll()
      .$if(page.cursor !== undefined, (query) =>
        query.where((e) =>
          e.or([e("updated_at", "<", atMs!), e.and([e("updated_at", "=", atMs!), e("session_id", ">", id!)])]),
        ),
      )
      .orderBy("updated_at", "desc")
      .orderBy("session_id");
    return pageOfRows(await readPage(this.#db.read, { total, items }, page), {
      list,
      item: (row) => ({
        sessionId: row.session_id,
        user: row.user_id,
        messageCount: row.message_count,
        createdAtMs: row.created_at,
        updatedAtMs: row.updated_at,
      }),
      key: ({ updatedAtMs, sessionId }) => [updatedAtMs, sessionId],
    });
  }

  #sessionsOf({ account, user }: Scope) {
    return this.#db.read.selectFrom("session").where((e) => e.and({ account_id: account, user_id: user }));
  }
}
