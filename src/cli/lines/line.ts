import type { DescMessage, JsonObject, JsonValue, MessageShape } from "@bufbuild/protobuf";
import { AddMessageRequestSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { PutPatternRequestSchema } from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import { invalid } from "../../error.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import type { PatternContent } from "../../memory/entity/pattern.ts";
import type { Mark } from "../../memory/rulebook/mark.ts";
import { parseMessage } from "../../rpc/convert/message.ts";
import { parseContent } from "../../rpc/convert/pattern.ts";
import { formatOptionalTime, formatTime } from "../../rpc/convert/time.ts";
import { decode } from "../../rest/transcode/json/decode.ts";
import { createCheck } from "../../rpc/interceptor/validate.ts";
import type { ExportedMessage, ExportedPattern } from "../../store/upkeep/transfer/export.ts";
import type { ImportedOutcome } from "../../store/upkeep/transfer/import-outcome.ts";
import type { ImportedMessage, ImportedPattern } from "../../store/upkeep/transfer/import.ts";
import { parseDirectiveLine } from "./directive-line.ts";
import { flagOf, objectOf, optionalSession, optionalUser, refuseOthers, timeOf } from "./line-member.ts";
import { parseOutcomeLine } from "./outcome-line.ts";

/*
 * A line of an import or export:
 *
 *     {"type":"message", role, content, session_id, source?, user_id?, created_at?, metadata?, id?, origin?,
 *                        updated_at?, left?, gap?}
 *     {"type":"pattern", title, problem, solution, tags?, works_when?, anti_patterns?, user_id?, session_id?}
 *     {"type":"pattern", id, origin, record, versions: [{title, ..., created_at}], user_id?, session_id?}
 *     {"type":"outcome", retrieval_id, success, retrieved_at, created_at, credits: [{id, weight, version}], ...}
 *     {"type":"directive", id, user_id?, pinned?, disabled?, deleted_at?}
 *
 * The members are those of the API, under the same rules. `left` is true of what stands on a branch that its conversation
 * has left: search does not find it. `gap` is how many places before it in its session are free: of erased messages. An
 * export writes all but the second form.
 */
export type ImportLine = { user: string } & LineContent;

type LineContent =
  | { type: "message"; message: ImportedMessage }
  | { type: "pattern"; content: PatternContent; sessionId?: string }
  | { type: "versions"; pattern: ImportedPattern }
  | { type: "outcome"; outcome: ImportedOutcome }
  | { type: "directive"; mark: Mark };

const origins: readonly Origin[] = ["operator", "agent", "user", "assistant", "tool"];
/** More than any session has messages, and so few that the sum of many gaps is still an exact number. */
const gapMax = 1_000_000_000;
const idForm = /^(msg|pat)_[0-9a-z]{26}$/u;
const check = createCheck([AddMessageRequestSchema, PutPatternRequestSchema]);

/** Errors: invalid_argument, which says what is wrong with the line. */
export function parseLine(members: JsonObject, defaultUser: string): ImportLine {
  const line = parseTyped(members);
  return { ...line, user: line.user ?? defaultUser };
}

type ParsedLine = { user?: string } & LineContent;

function parseTyped({ type, ...members }: JsonObject): ParsedLine {
  switch (type) {
    case "message":
      return messageLine(members);
    case "pattern":
      return members["versions"] === undefined ? patternLine(members) : versionsLine(members);
    case "outcome":
      return { type, ...parseOutcomeLine(members) };
    case "directive":
      return { type, ...parseDirectiveLine(members) };
    default:
      throw invalid("type", 'must be "message", "pattern", "outcome" or "directive"');
  }
}

export function formatMessageLine(message: ExportedMessage): object {
  const { id, user, sessionId, role, source, content, createdAtMs, updatedAtMs, metadata, left, gap } = message;
  const origin = message.origin === role ? undefined : message.origin;
  const line = { id, user_id: user, session_id: sessionId, role, origin, content, source };
  const times = { created_at: formatTime(createdAtMs), updated_at: formatOptionalTime(updatedAtMs) };
  return { type: "message", ...line, ...times, metadata, left, gap };
}

export function formatPatternLine(pattern: ExportedPattern): object {
  const { id, user, sessionId, origin, applications, successes, failures } = pattern;
  const versions = pattern.versions.map(({ createdAtMs, worksWhen, antiPatterns, ...content }) => {
    const { version: _counted, ...texts } = content;
    return { ...texts, works_when: worksWhen, anti_patterns: antiPatterns, created_at: formatTime(createdAtMs) };
  });
  const line = { id, user_id: user, session_id: sessionId === "" ? undefined : sessionId, origin };
  return { type: "pattern", ...line, record: { applications, successes, failures }, versions };
}

function messageLine({ id, origin, updated_at, left = false, gap, ...members }: JsonObject): ParsedLine {
  const asked = request(AddMessageRequestSchema, members, "a message");
  const message = parseMessage(asked);
  const provenance = { id: idOf(id), origin: originOf(origin) ?? message.origin };
  const place = { ...(flagOf("left", left) && { left: true }), ...(gap !== undefined && { gap: gapOf(gap) }) };
  const edited = updated_at !== undefined && { updatedAtMs: timeOf("updated_at", updated_at) };
  return { type: "message", user: asked.userId, message: { ...message, ...provenance, ...edited, ...place } };
}

function patternLine({ session_id, ...content }: JsonObject): ParsedLine {
  const asked = request(PutPatternRequestSchema, content, "a pattern");
  const sessionId = optionalSession(session_id);
  return { type: "pattern", user: asked.userId, content: parseContent(asked), sessionId };
}

function versionsLine(members: JsonObject): ParsedLine {
  const { id, origin, record, versions, user_id, session_id, ...others } = members;
  refuseOthers(others, "must not be given together with versions");
  if (!Array.isArray(versions) || versions.length === 0)
    throw invalid("versions", "must be a list of at least one version");
  const patternId = idOf(id);
  if (patternId === undefined) throw invalid("id", "must be given with versions");
  const pattern = {
    id: patternId,
    origin: originOf(origin) ?? "agent",
    sessionId: optionalSession(session_id),
    record: recordOf(record),
    versions: versions.map((version, i) => versionOf(version, `versions[${i}]`)),
  };
  return { type: "versions", user: optionalUser(user_id), pattern };
}

function versionOf(value: JsonValue, field: string): PatternContent & { createdAtMs: number } {
  const { created_at, ...content } = objectOf(value, field);
  const createdAtMs = timeOf(`${field}.created_at`, created_at);
  return { ...parseContent(request(PutPatternRequestSchema, content, "a version")), createdAtMs };
}

function recordOf(value: JsonValue | undefined): ImportedPattern["record"] {
  const given = value === undefined ? {} : objectOf(value, "record");
  const count = (name: string): number => {
    const number = given[name] ?? 0;
    if (typeof number !== "number" || !(number >= 0)) throw invalid(`record.${name}`, "must be a number from 0");
    return number;
  };
  return {
    applications: Math.floor(count("applications")),
    successes: count("successes"),
    failures: count("failures"),
  };
}

/** A request of the API, from members that a line has. */
function request<Desc extends DescMessage>(desc: Desc, members: JsonObject, what: string): MessageShape<Desc> {
  const known = desc.fields.flatMap(({ name, jsonName }) => [name, jsonName]);
  const others = Object.entries(members).filter(([name]) => !known.includes(name));
  refuseOthers(Object.fromEntries(others), `is not a member of ${what}`);
  const message = decode(desc, members);
  check(desc, message);
  return message;
}

function idOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || (typeof value === "string" && idForm.test(value))) return value;
  throw invalid("id", "must be one that an export wrote (msg_..., pat_...), or absent");
}

function gapOf(value: JsonValue): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= gapMax) return value;
  throw invalid("gap", `must be a whole number from 0 to ${gapMax}`);
}

function originOf(given: JsonValue | undefined): Origin | undefined {
  if (given === undefined) return undefined;
  const origin = origins.find((known) => known === given);
  if (origin === undefined) throw invalid("origin", `must be one of ${origins.join(", ")}`);
  return origin;
}
