import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  EditPatternRequest,
  PatternSchema,
  PatternVersionSchema,
  PutPatternRequest,
} from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import type { Caller } from "../../account/account.ts";
import { invalid, noneGiven } from "../../error.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import type { Pattern, PatternContent, PatternVersion } from "../../memory/entity/pattern.ts";
import { confidence, isQuarantined, successRate } from "../../memory/entity/track-record.ts";
import { formatTime } from "./time.ts";

/** Who stands behind a pattern: a key that is bound to a user speaks for that user, an admin's for the operator. */
export function patternOrigin({ key }: Caller): Origin {
  if (key.user !== undefined) return "user";
  return key.scopes.includes("admin") ? "operator" : "agent";
}

/** What PutPattern and Forge have in common. */
export function parseContent(
  request: Pick<PutPatternRequest, "title" | "problem" | "solution" | "tags" | "worksWhen" | "antiPatterns">,
): PatternContent {
  const { title, problem, solution, tags, worksWhen, antiPatterns } = request;
  return { title, problem, solution, tags, worksWhen, antiPatterns };
}

const texts = { title: "title", problem: "problem", solution: "solution" } as const;
const lists = { tags: "tags", works_when: "worksWhen", anti_patterns: "antiPatterns" } as const;
const editable = [...Object.keys(texts), ...Object.keys(lists)];

/** The members that change: those that the mask names, or without a mask (an empty one is none) those that are set. */
export function parseEdit(request: EditPatternRequest): Partial<PatternContent> {
  const paths = request.updateMask?.paths ?? [];
  const named = paths.length === 0 ? undefined : paths.map(snakeCase);
  const unknown = named?.find((path) => !editable.includes(path));
  if (unknown !== undefined)
    throw invalid("update_mask", `must name only members that can be edited: ${editable.join(", ")}`);
  const edit: Partial<PatternContent> = {};
  for (const [path, member] of Object.entries(texts)) {
    const value = request[member];
    if (named?.includes(path) && value === undefined) throw invalid(path, "must not be removed, but is missing");
    if (value !== undefined && named?.includes(path) !== false) edit[member] = value;
  }
  for (const [path, member] of Object.entries(lists)) {
    if (named?.includes(path) ?? request[member].length > 0) edit[member] = request[member];
  }
  if (Object.keys(edit).length === 0) throw noneGiven(editable);
  return edit;
}

function snakeCase(path: string): string {
  return path.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function formatPattern(pattern: Pattern): MessageInitShape<typeof PatternSchema> {
  const { id, version, user, record } = pattern;
  const nowMs = Date.now();
  return {
    id,
    ...parseContent(pattern),
    confidence: confidence(record, nowMs),
    applications: record.applications,
    successRate: successRate(record),
    createdAt: formatTime(pattern.createdAtMs),
    updatedAt: formatTime(pattern.updatedAtMs),
    version,
    userId: user,
    quarantined: isQuarantined(record, nowMs),
  };
}

export function formatVersion(version: PatternVersion): MessageInitShape<typeof PatternVersionSchema> {
  return { version: version.version, ...parseContent(version), createdAt: formatTime(version.createdAtMs) };
}
