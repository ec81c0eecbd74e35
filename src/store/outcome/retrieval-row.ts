import type { Layer } from "../../memory/entity/layer.ts";
import type { GatewayUse, Retrieval } from "../../memory/entity/retrieval.ts";
import type { RetrievalTable } from "./tables.ts";

/**
 * Results as stored: short, for there are many. What was erased keeps its place, for outcomes count by rank: null. In that of
 * a pattern that was merged stands the one that it was merged into, and when.
 */
export type StoredResult = [id: string, layer: Layer, similarity: number, mergedAtMs?: number];

export type RetrievalRow = RetrievalTable;

export function rowOf({ account, user, query, queryHash, results, gateway, ...retrieval }: Retrieval): RetrievalRow {
  return {
    account_id: account,
    id: retrieval.id,
    user_id: user,
    query: query ?? null,
    query_hash: queryHash,
    results: JSON.stringify(results.map(({ id, layer, similarity }): StoredResult => [id, layer, similarity])),
    gateway: gateway === undefined ? null : JSON.stringify(gateway),
    created_at: retrieval.createdAtMs,
  };
}

export function parseGatewayUse(json: string | null): GatewayUse | undefined {
  // Only this file writes the column.
  return json === null ? undefined : (JSON.parse(json) as GatewayUse);
}

/** Each memory once. */
export function parseResults(json: string): StoredResult[] {
  const first = new Map<string, StoredResult>();
  for (const result of parsePlaces(json)) if (result && !first.has(result[0])) first.set(result[0], result);
  return [...first.values()];
}

/** With the places of what was erased, and all of what was merged. */
export function parsePlaces(json: string): (StoredResult | null)[] {
  // Only this file and erasure write the column, in this form.
  return JSON.parse(json) as (StoredResult | null)[];
}
