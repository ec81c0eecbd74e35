import type { Origin } from "./layer.ts";
import type { Once } from "../once.ts";
import type { Page, PageRequest } from "../page/page.ts";
import type { Scope } from "../scope.ts";
import { storable } from "../text.ts";

/** The source of messages that the gateway stores. */
export const gatewaySource = "gateway";

const contentBytesMax = 262_144;

/** What may hang on a message, as JSON. */
export const metadataBytesMax = 16 * 1024;

export type Role = "user" | "assistant";
export type JsonObject = { [key: string]: unknown };

/** A message of a conversation: the layer `signals`. */
export type Message = {
  id: string;
  role: Role;
  content: string;
  sessionId: string;
  /** Label of the platform it came from; empty without one. */
  source: string;
  createdAtMs: number;
  /** When its text or its metadata was last edited; absent where neither was. */
  updatedAtMs?: number;
  user: string;
  metadata?: JsonObject;
};

export type NewMessage = Pick<Message, "role" | "content" | "sessionId" | "source" | "metadata"> & {
  /** When it was said; the time of writing if absent. */
  createdAtMs?: number;
  origin: Origin;
};

export type MessageEdit = { content?: string; metadata?: JsonObject };

export type Session = {
  sessionId: string;
  user: string;
  messageCount: number;
  createdAtMs: number;
  updatedAtMs: number;
};

/** Reads see the scope's own user only (not `system`'s beside it): a conversation belongs to one user. */
export interface MessageStore {
  /** Writes all or nothing; answered after the commit. Ids are in the order given. */
  add(scope: Scope, messages: NewMessage[], once?: Once): Promise<{ ids: string[]; createdAtMs: number[] }>;
  get(scope: Scope, id: string): Promise<Message | undefined>;
  /** A new text is embedded anew; what says the same changes nothing. `undefined` where there is no such message. */
  edit(scope: Scope, id: string, edit: MessageEdit, once?: Once): Promise<Message | undefined>;
  /** In the order written. `undefined` where there is no such session. */
  list(scope: Scope, sessionId: string, page: PageRequest): Promise<Page<Message> | undefined>;
  /** Of all sessions, one after the other by name, each in the order written. */
  listAll(scope: Scope, page: PageRequest): Promise<Page<Message>>;
  /** Latest activity first. */
  sessions(scope: Scope, page: PageRequest): Promise<Page<Session>>;
}

/** A text as it may be stored; one that is too long is cut between two characters, and marked. */
export function fitted(text: string, metadata: JsonObject): Pick<NewMessage, "content" | "metadata"> {
  const sane = storable(text);
  const bytes = Buffer.from(sane);
  if (bytes.length <= contentBytesMax) return { content: sane, metadata };
  let end = contentBytesMax;
  // A byte that goes on with a character is 10xxxxxx.
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return { content: bytes.toString("utf8", 0, end), metadata: { ...metadata, truncated: true } };
}
