import { hash } from "node:crypto";
import type { Layer } from "./layer.ts";
import type { Scope } from "./scope.ts";

/** The receipt of a search. Of one by the gateway, and after 30 days of any, it has only ids and the query's hash. */
export type Retrieval = {
  id: string;
  account: string;
  user: string;
  query?: string;
  queryHash: string;
  results: { id: string; layer: Layer; similarity: number }[];
  /** Of a search by the gateway. */
  gateway?: GatewayUse;
  createdAtMs: number;
};

/** What the gateway did with what it found, in one request to a model. None of it is content. */
export type GatewayUse = {
  /** Why nothing was shown. */
  reason?: string;
  items: number;
  rules?: number;
  omitted: number;
  tokens: number;
  positions: string[];
  replayed: number;
  replay: string;
  ms: number;
  /** What the model's dialect could not say of the request. */
  losses: { what: string; how: "dropped" | "emulated" }[];
};

/** The receipt of a search, as it is made, without the query. */
export function receiptOf(
  scope: Scope,
  { query, ...search }: { id: string; query: string; createdAtMs: number },
  results: readonly { memory: { id: string; layer: Layer }; similarity: number }[],
): Retrieval {
  return {
    ...search,
    ...scope,
    queryHash: hash("sha256", query, "hex"),
    results: results.map(({ memory: { id, layer }, similarity }) => ({ id, layer, similarity })),
  };
}

export interface RetrievalStore {
  /** Writes receipts, many at once: they are collected behind the answers. */
  record(retrievals: Retrieval[]): Promise<void>;
  get(scope: Scope, id: string): Promise<Retrieval | undefined>;
}
