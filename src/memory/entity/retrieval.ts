import { hash } from "node:crypto";
import type { Layer } from "./layer.ts";
import type { Scope } from "../scope.ts";

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
  /** Why nothing was shown, or what failed of memory. */
  reason?: string;
  /** Memories that are new in this request. */
  items: number;
  /** Rules that it is told of, where these are others than before. */
  rules?: number;
  /** What was relevant and not shown, for want of room. */
  omitted: number;
  tokens: number;
  positions: string[];
  /** Blocks of earlier turns that were put back. */
  replayed: number;
  /**
   * Whether earlier turns read as they did: some of what they showed was erased (`incomplete`), or nothing is known of
   * them (`unknown`: the conversation began elsewhere, or expired).
   */
  replay: string;
  /** How long memory took before the request was sent. */
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

/** Takes a receipt behind an answer: nobody waits for it. */
export interface ReceiptSink {
  add(retrieval: Retrieval): void;
}

/** Receipts. `get`: `undefined` where the scope has no such one. */
export interface RetrievalStore {
  /** Writes receipts, many at once: they are collected behind the answers. */
  record(retrievals: Retrieval[]): Promise<void>;
  get(scope: Scope, id: string): Promise<Retrieval | undefined>;
}
