import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { toAppError } from "../rest/errors.ts";
import { percentDecode } from "../rest/transcode/router.ts";
import type { Asker } from "./asker.ts";
import { toProtocolError } from "./fault.ts";

const pageSize = 50;
/** Messages of a session that are shown: its last ones. */
const shownMessages = 200;
const mimeType = "application/json";

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: "cairn://patterns/{id}",
    name: "pattern",
    description: "A pattern: a problem and its solution",
    mimeType,
  },
  {
    uriTemplate: "cairn://sessions/{session_id}",
    name: "session",
    description: `A conversation's last ${shownMessages} messages`,
    mimeType,
  },
];

/**
 * A page of resources: patterns first, the newest first, then sessions, the latest activity first. Errors: InvalidParams,
 * for a cursor that no page gave.
 */
export function listResources(cursor: string | undefined, asker: Asker): Promise<ListResourcesResult> {
  return told(undefined, asker, async () => {
    const [, kind, at] = /^(patterns|sessions):(.*)$/su.exec(cursor ?? "patterns:") ?? [];
    if (kind === "sessions") return pageOfSessions(at, asker);
    if (kind === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "cursor: must be a cursor that this list returned");
    const page = await asker.rpc(PatternsService.method.listPatterns, { limit: pageSize, ...cursorOf(at) });
    const { patterns, next_cursor: next } = page as { patterns: JsonObject[]; next_cursor?: string };
    const resources = patterns.map(patternResource);
    if (next !== undefined) return { resources, nextCursor: `patterns:${next}` };
    const sessions = await pageOfSessions(undefined, asker);
    return { ...sessions, resources: [...resources, ...sessions.resources] };
  });
}

async function pageOfSessions(at: string | undefined, asker: Asker): Promise<ListResourcesResult> {
  const page = await asker.rpc(MemoryService.method.listSessions, { limit: pageSize, ...cursorOf(at) });
  const { sessions, next_cursor: next } = page as { sessions: JsonObject[]; next_cursor?: string };
  return {
    resources: sessions.map(sessionResource),
    ...(next === undefined ? {} : { nextCursor: `sessions:${next}` }),
  };
}

const cursorOf = (at: string | undefined): JsonObject => (at === undefined || at === "" ? {} : { cursor: at });

function patternResource({ id, title, updated_at }: JsonObject): Resource {
  const name = String(title);
  return { uri: `cairn://patterns/${String(id)}`, name, mimeType, annotations: { lastModified: String(updated_at) } };
}

function sessionResource({ session_id, message_count, updated_at }: JsonObject): Resource {
  const uri = `cairn://sessions/${encodeURIComponent(String(session_id))}`;
  const description = message_count === 1 ? "1 message" : `${String(message_count)} messages`;
  return { uri, name: String(session_id), description, mimeType, annotations: { lastModified: String(updated_at) } };
}

/** A pattern, or a session's last messages, as REST has them. Errors: ResourceNotFound; InvalidParams, for another URI. */
export function readResource(uri: string, asker: Asker): Promise<ReadResourceResult> {
  return told(uri, asker, async () => {
    const [, kind, name] = /^cairn:\/\/(patterns|sessions)\/([^/?#]+)$/u.exec(uri) ?? [];
    const id = name === undefined ? undefined : percentDecode(name);
    if (id === undefined) throw new ResourceNotFoundError(uri);
    const found = kind === "patterns" ? await pattern(id, asker) : await session(id, uri, asker);
    return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
  });
}

async function pattern(id: string, asker: Asker): Promise<JsonObject> {
  const answer = await asker.rpc(PatternsService.method.getPattern, { id });
  return answer["pattern"] as JsonObject;
}

async function session(sessionId: string, uri: string, asker: Asker): Promise<JsonObject> {
  const page = (offset: number) =>
    asker.rpc(MemoryService.method.listMessages, { session_id: sessionId, limit: shownMessages, offset });
  const first = await page(0);
  const total = Number(first["total"]);
  if (total === 0) throw new ResourceNotFoundError(uri);
  const { messages } = total > shownMessages ? await page(total - shownMessages) : first;
  return { session_id: sessionId, total, messages: messages! };
}

/** An RPC's error as MCP has it outside of tools. */
async function told<T>(uri: string | undefined, asker: Asker, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const { code } = toAppError(thrown);
    if (code === "not_found" && uri !== undefined) throw new ResourceNotFoundError(uri);
    throw toProtocolError(thrown, asker.requestId);
  }
}
