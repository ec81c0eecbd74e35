import type { JsonObject, JsonValue, MessageInitShape } from "@bufbuild/protobuf";
import type {
  SearchRequest,
  SearchResultMetadataSchema,
  SearchResultSchema,
} from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { invalid } from "../../error.ts";
import { layers, type Layer } from "../../memory/entity/layer.ts";
import { isMetadataValue } from "../../memory/entity/metadata-labels.ts";
import type { SearchRequest as DomainRequest, SearchResult } from "../../memory/search/request.ts";
import { formatTime, parseOptionalTime } from "./time.ts";

const defaultLimit = 10;
/** Members of metadata that a search may ask for. */
const wantedMax = 16;

export function parseSearch(request: SearchRequest): DomainRequest {
  const sinceMs = parseOptionalTime("since", request.since);
  const untilMs = parseOptionalTime("until", request.until);
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs > untilMs) {
    throw invalid("until", "must not be before since, but is");
  }
  const { query, limit = defaultLimit, sessionId, tags, minSimilarity, explain, includeQuarantined } = request;
  return {
    query,
    limit,
    layers: parseSources(request.sources),
    sessionId,
    tags,
    metadata: parseWanted(request.metadata),
    sinceMs,
    untilMs,
    minSimilarity,
    explain,
    quarantined: includeQuarantined ? "include" : undefined,
  };
}

function parseWanted(wanted: JsonObject = {}): DomainRequest["metadata"] {
  const members = Object.entries(wanted);
  if (members.length > wantedMax) {
    throw invalid("metadata", `must name at most ${wantedMax} members, but names ${members.length}`);
  }
  return new Map(
    members.map(([name, value]) => {
      if (isMetadataValue(value)) return [name, value];
      throw invalid(`metadata.${name}`, `must be a text, a number or a boolean, got ${kindOf(value)}`);
    }),
  );
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}

/**
 * The named layers, all three where "all" is among the names. Where none is named, the domain's default: without facts,
 * which have to be derived after each change. The contract's rules let through no other name.
 */
function parseSources(sources: string[]): Layer[] | undefined {
  if (sources.length === 0) return undefined;
  return sources.includes("all") ? [...layers] : layers.filter((layer) => sources.includes(layer));
}

export function formatResult({
  memory,
  similarity,
  explanation,
}: SearchResult): MessageInitShape<typeof SearchResultSchema> {
  const { id, content, layer } = memory;
  return { id, content, source: layer, similarity, metadata: formatKnown(memory), explanation };
}

/** What is known of a memory. What a message was stored with is one member of that: `metadata` inside `metadata`. */
function formatKnown(memory: SearchResult["memory"]): MessageInitShape<typeof SearchResultMetadataSchema> {
  const { user, successRate, pattern, message, fact, createdAtMs } = memory;
  return {
    userId: user,
    successRate,
    ...pattern,
    ...(message && formatSaid(message)),
    ...(fact && formatFact(fact)),
    createdAt: formatTime(createdAtMs),
  };
}

function formatSaid({ metadataJson, ...said }: NonNullable<SearchResult["memory"]["message"]>) {
  const metadata = metadataJson === undefined ? undefined : (JSON.parse(metadataJson) as JsonObject); // as stored
  return { ...said, metadata };
}

function formatFact({
  subject,
  predicate,
  object,
  validFrom,
  validTo,
  evidence,
}: NonNullable<SearchResult["memory"]["fact"]>) {
  const valid = { validFrom: validFrom ?? undefined, validTo: validTo ?? undefined };
  return { subject, predicate, object, evidence, ...valid };
}
