import { newId } from "../../memory/ids.ts";
import {
  gatewaySource,
  type JsonObject,
  type Message,
  type NewMessage,
  type Role,
} from "../../memory/entity/message.ts";
import { metadataLabels } from "../../memory/entity/metadata-labels.ts";
import type { Scope } from "../../memory/scope.ts";
import { Slice } from "../../memory/slice.ts";
import type { Db, Tx } from "../engine.ts";
import type { Pause } from "../writer.ts";
import { foldedTags, insertMemory, textColumns, type TextColumns } from "./memory-row.ts";
import { takePlaces } from "./session-place.ts";

/** How much of a batch is done before others have their turn. */
export const sliceRows = 50;
const sliceMs = 5;

/** What follows from a message, made before the transaction begins. */
export type PreparedMessage = TextColumns & MetadataColumns;

type Batch = { messages: NewMessage[]; prepared: PreparedMessage[]; firstSeq: number };

/** Prepares messages in slices, so that a large batch holds nobody up. */
export async function prepareAll(messages: NewMessage[]): Promise<PreparedMessage[]> {
  const prepared: PreparedMessage[] = [];
  const slice = new Slice(sliceMs);
  for (const message of messages) {
    if (slice.isOver) await slice.renew();
    prepared.push(prepareMessage(message));
  }
  return prepared;
}

export function prepareMessage({ content, source, metadata }: NewMessage): PreparedMessage {
  return { ...textColumns(content), ...metadataColumns(source, metadata) };
}

/** Stores messages in the order given. */
export async function insertAll(tx: Tx, scope: Scope, batch: Batch, pause?: Pause) {
  const { messages, prepared, firstSeq } = batch;
  const nowMs = Date.now();
  const createdAtMs = messages.map((message) => message.createdAtMs ?? nowMs);
  const places = await takePlaces(tx, scope, messages, createdAtMs);
  const ids: string[] = [];
  for (const [i, message] of messages.entries()) {
    const id = newId("msg_");
    await insertMessage(tx, scope, message, {
      id,
      seq: firstSeq + i,
      position: places[i]!,
      createdAtMs: createdAtMs[i]!,
      prepared: prepared[i]!,
    });
    ids.push(id);
    if (pause && ids.length % sliceRows === 0) await pause();
  }
  return { ids, createdAtMs };
}

/** What was taken or made for a message before it is stored. */
export type FreshRow = {
  id: string;
  seq: number;
  position: number;
  createdAtMs: number;
  updatedAtMs?: number;
  prepared: PreparedMessage;
};

/** Stores one message at a position that `takePlaces` gave. */
export async function insertMessage(tx: Tx, scope: Scope, message: NewMessage, row: FreshRow): Promise<void> {
  await insertMemory(tx, {
    ...row.prepared,
    account_id: scope.account,
    id: row.id,
    user_id: scope.user,
    layer: "signals",
    seq: row.seq,
    session_id: message.sessionId,
    position: row.position,
    created_at: row.createdAtMs,
    origin: message.origin,
    role: message.role,
    source: message.source,
    updated_at: row.updatedAtMs ?? null,
  });
}

type MetadataColumns = { metadata: string | null; tags: string };

/** Metadata as it is kept, and as it is searched by. What the gateway says of its messages is not searched by. */
export function metadataColumns(source: string, metadata: JsonObject | undefined): MetadataColumns {
  return {
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    tags: foldedTags(source === gatewaySource ? [] : metadataLabels(metadata)),
  };
}

export async function findMessage(db: Db, scope: Scope, id: string): Promise<Message | undefined> {
  const row = await messagesOf(db, scope).where("memory.id", "=", id).executeTakeFirst();
  return row && messageOf(row);
}

/** The messages of one user. */
export function messagesOf(db: Db, scope: Scope) {
  return db
    .selectFrom("memory")
    .select(["memory.id", "memory.user_id", "memory.session_id", "memory.position", "memory.created_at"])
    .select(["memory.text", "memory.role", "memory.source", "memory.metadata", "memory.updated_at"])
    .where("memory.account_id", "=", scope.account)
    .where("memory.user_id", "=", scope.user)
    .where("memory.deleted", "=", 0)
    .where("memory.role", "is not", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof messagesOf>["execute"]>>[number];

export function messageOf(row: Row): Message {
  return {
    id: row.id,
    role: row.role as Role, // only messages have one, and were asked for
    content: row.text!, // only a tombstone has none
    sessionId: row.session_id,
    source: row.source!,
    createdAtMs: row.created_at,
    ...(row.updated_at !== null && { updatedAtMs: row.updated_at }),
    user: row.user_id,
    ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) as JsonObject }), // as it was written
  };
}
