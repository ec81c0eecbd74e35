import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import type {
  AddMessageRequest,
  AddMessagesRequest,
  EditMessageRequest,
  MessageSchema,
  SessionSchema,
} from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { invalid, noneGiven } from "../../error.ts";
import {
  metadataBytesMax,
  type Message,
  type MessageEdit,
  type NewMessage,
  type Role,
  type Session,
} from "../../memory/entity/message.ts";
import { formatOptionalTime, formatTime, parseOptionalTime } from "./time.ts";

/**
 * A message to write; `prefix` is where it stands in its request ("messages[2]."). It is what somebody said, whoever
 * delivers it: its role is its origin, and never the operator's voice.
 */
export function parseMessage(request: AddMessageRequest, prefix = ""): NewMessage {
  const role = request.role as Role; // held to it by the contract's rules
  return {
    role,
    origin: role,
    content: request.content,
    sessionId: request.sessionId,
    source: request.source ?? "",
    createdAtMs: parseOptionalTime(`${prefix}created_at`, request.createdAt),
    metadata: parseMetadata(`${prefix}metadata`, request.metadata),
  };
}

/** The messages of a batch; its source is that of those without one. */
export function parseMessages({ messages, source }: AddMessagesRequest): NewMessage[] {
  return messages.map((message, at) =>
    parseMessage({ ...message, source: message.source ?? source }, `messages[${at}].`),
  );
}

export function parseEdit({ content, metadata }: EditMessageRequest): MessageEdit {
  if (content === undefined && metadata === undefined) throw noneGiven(["content", "metadata"]);
  return {
    ...(content === undefined ? {} : { content }),
    ...(metadata === undefined ? {} : { metadata: parseMetadata("metadata", metadata) }),
  };
}

/** What a client hangs on a memory, within its bound. */
function parseMetadata(field: string, metadata: JsonObject | undefined): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > metadataBytesMax) {
    throw invalid(field, `must be at most ${metadataBytesMax} bytes as JSON, but has ${bytes}`);
  }
  return metadata;
}

export function formatMessage(message: Message): MessageInitShape<typeof MessageSchema> {
  const { id, role, content, sessionId, source, user, createdAtMs, updatedAtMs, metadata } = message;
  const times = { createdAt: formatTime(createdAtMs), updatedAt: formatOptionalTime(updatedAtMs) };
  // What a message has came from a Struct, or was parsed from JSON.
  return { id, role, content, sessionId, source, ...times, userId: user, metadata: metadata as JsonObject };
}

export function formatSession(session: Session): MessageInitShape<typeof SessionSchema> {
  const { sessionId, user, messageCount, createdAtMs, updatedAtMs } = session;
  return {
    sessionId,
    userId: user,
    messageCount,
    createdAt: formatTime(createdAtMs),
    updatedAt: formatTime(updatedAtMs),
  };
}
