import type { Retrieval } from "../../../src/memory/entity/retrieval.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import type { HydratedMemory } from "../../../src/memory/search/index-store.ts";
import type { SearchAnswer, SearchRequest, SearchResult } from "../../../src/memory/search/request.ts";
import type { Answer } from "../../../src/gateway/chat/answer.ts";
import type { JsonObject } from "../../../src/json.ts";
import { readMemorySettings } from "../../../src/gateway/memory/request/memory-settings.ts";
import { GatewayMemory, type GatewayMemoryOptions } from "../../../src/gateway/memory/gateway-memory.ts";
import type { MemoryRequest, Prepared } from "../../../src/gateway/memory/prepared.ts";
import type { Remembered } from "../../../src/gateway/memory/remembered.ts";
import { patch } from "../../../src/gateway/wire/patch.ts";
import { forgetShown } from "../../../src/store/gateway/forget.ts";
import { SqlGatewayStore } from "../../../src/store/gateway/gateway-store.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { pattern } from "../../contract/fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../../contract/fixture/store.ts";

export const ann: Scope = { account: "acc_a", user: "ann" };
const everybody: Scope = { account: "acc_a", user: "system" };

/** What a test of the gateway's memory need not say: nothing is known or heard, and no search is late. */
export const quiet = {
  rulesOf: async () => [],
  vectorOf: () => undefined,
  onVerdict: async () => {},
  onWritten: () => {},
  // However busy the machine is.
  timeoutMs: 20_000,
};

/** What a request becomes, and the bytes that a provider would get. */
export type InWorld = Prepared & { remembered: Remembered; upstream: Buffer };

/** The gateway's memory on a database of its own, with a search that finds what it is told to. */
export class World {
  readonly store: TemporaryStore;
  readonly ledger: SqlGatewayStore;
  readonly memory: GatewayMemory;
  readonly errors: unknown[] = [];
  readonly asked: SearchRequest[] = [];
  readonly receipts: Retrieval[] = [];
  nowMs = Date.now();
  /** What is found, best first. */
  found: { id: string; similarity: number; cosine?: number }[] = [];
  /** Found behind these. */
  facts: HydratedMemory[] = [];
  /** Instead of finding. */
  fail: (() => Promise<never>) | undefined;

  private constructor(store: TemporaryStore, options: Partial<GatewayMemoryOptions>) {
    this.store = store;
    this.ledger = new SqlGatewayStore(store.db, () => this.nowMs);
    this.memory = new GatewayMemory({
      ...quiet,
      search: { search: (scope, request) => this.#search(scope, request) },
      receipts: { add: (receipt) => void this.receipts.push(receipt) },
      store: this.ledger,
      now: () => this.nowMs,
      onError: (error) => void this.errors.push(error),
      ...options,
    });
  }

  static async create(options: Partial<GatewayMemoryOptions> = {}): Promise<World> {
    const store = await temporaryStore();
    await store.account("acc_a");
    await store.account("acc_b");
    return new World(store, options);
  }

  /** A message of an earlier conversation. */
  async said(content: string, more: { role?: "user" | "assistant"; scope?: Scope; sessionId?: string } = {}) {
    const { role = "user", scope = ann, sessionId = "earlier" } = more;
    const message = { role, content, sessionId, source: "", origin: role, createdAtMs: Date.UTC(2026, 0, 2, 3, 4) };
    const { ids } = await new SqlMessageStore(this.store.db).add(scope, [message]);
    return ids[0]!;
  }

  async pattern(title: string, origin: "operator" | "agent" | "user" = "operator", scope = everybody) {
    const content = pattern(title, { solution: `Solve ${title}`, worksWhen: ["it is quiet"], antiPatterns: ["hurry"] });
    return (await new SqlPatternStore(this.store.db).put(scope, content, { origin })).pattern.id;
  }

  /** What an erasure of Ann's memories takes out of conversations. */
  async forgets(...ids: string[]): Promise<void> {
    const memories = ids.map((id) => ({ id, user_id: ann.user }));
    await this.store.db.writer.exclusive((tx, pause) => forgetShown(tx, ann.account, memories, pause));
  }

  finds(...ids: string[]): void {
    this.found = ids.map((id) => ({ id, similarity: 0.9 }));
  }

  async #search(scope: Scope, request: SearchRequest): Promise<SearchAnswer> {
    this.asked.push(request);
    if (this.fail) return this.fail();
    const hydrated = await new SqlIndexStore(this.store.db).hydrate(
      scope,
      this.found.map(({ id }) => id),
    );
    const found = this.found.flatMap(({ id, similarity, cosine }): SearchResult[] => {
      const memory = hydrated.find((each) => each.id === id);
      const explanation = { cosine, bm25: 0, context: 0, outcome: 1, recency: 1 };
      return memory && similarity >= (request.minSimilarity ?? 0) ? [{ memory, similarity, explanation }] : [];
    });
    const all = [...found, ...this.facts.map((memory) => ({ memory, similarity: 0.8 }))];
    const kept = await request.keep?.(all.map(({ memory }) => memory));
    const results = all.filter(({ memory }) => kept?.includes(memory) ?? true).slice(0, request.limit);
    return { retrievalId: `ret_${this.asked.length}`, results };
  }

  /** Prepared as the gateway does it, without sending anything. */
  async prepare(json: JsonObject, more: Partial<MemoryRequest> = {}): Promise<InWorld> {
    const ask = askOf(json, more);
    const remembered = await this.memory.prepare(ask);
    const { prepared } = remembered;
    return { ...prepared, remembered, upstream: patch(ask.body, prepared.edits) };
  }

  /** A whole exchange. */
  async exchange(json: JsonObject, reply: Answer | string | undefined, more: Partial<MemoryRequest> = {}) {
    const prepared = await this.prepare(json, more);
    prepared.remembered.hold();
    await prepared.remembered.begin();
    await prepared.remembered.finish(typeof reply === "string" ? answer(reply) : reply);
    return prepared;
  }

  /** What is stored, in order. */
  async stored(scope: Scope = ann): Promise<{ role: string; text: string; sessionId: string; metadata: JsonObject }[]> {
    const rows = await this.store.db.read
      .selectFrom("memory")
      .select(["role", "text", "session_id", "metadata"])
      .where("account_id", "=", scope.account)
      .where("user_id", "=", scope.user)
      .where("source", "=", "gateway")
      .orderBy("seq")
      .execute();
    return rows.map(({ role, text, session_id, metadata }) => {
      return {
        role: role!,
        text: text ?? "",
        sessionId: session_id,
        metadata: JSON.parse(metadata ?? "{}") as JsonObject,
      };
    });
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.store[Symbol.asyncDispose]();
  }
}

export function askOf(json: JsonObject, more: Partial<MemoryRequest> = {}): MemoryRequest {
  return {
    settings: readMemorySettings(more.headers ?? {}, json),
    scope: ann,
    reporter: everybody,
    dialect: "anthropic",
    body: Buffer.from(JSON.stringify(json)),
    headers: {},
    signal: new AbortController().signal,
    target: { provider: "anthropic", model: "claude-opus-5", systemInMessages: true },
    json,
    ...more,
  };
}

/** A whole answer of text. */
export function answer(text: string, more: Partial<Answer> = {}): Answer {
  return { id: "a", model: "m", parts: [{ kind: "text", text }], finish: { reason: "stop" }, ...more };
}

export const user = (content: string): JsonObject => ({ role: "user", content });
export const assistant = (content: string): JsonObject => ({ role: "assistant", content });
