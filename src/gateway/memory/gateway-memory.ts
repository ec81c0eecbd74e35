import type { Receipts } from "../../memory/background/receipts.ts";
import type { KnownVector } from "../../memory/embedding.ts";
import type { Search } from "../../memory/search/search.ts";
import type { Scope } from "../../memory/scope.ts";
import { AppError } from "../../error.ts";
import type { Answer } from "../chat/answer.ts";
import { sessionOf } from "./identity.ts";
import type { Ending, GatewayStore } from "./chain/ledger.ts";
import { prepare, untouched } from "./preparation.ts";
import type { MemoryAsk, PlannedEnding, Prepared } from "./prepared.ts";
import { fingerprintOfAnswer } from "./chain/reply.ts";
import { storedReply, type ExchangeFacts } from "./stored.ts";
import type { RulesOf } from "./showing/standing-rules.ts";
import type { Verdict } from "./verdict.ts";

export type GatewayMemoryOptions = {
  /** Leaves no receipt of its own. */
  search: Pick<Search, "search">;
  /** No rules if absent. */
  rulesOf?: RulesOf;
  /** Of what requests are shown. */
  receipts: Pick<Receipts, "add">;
  store: GatewayStore;
  /**
   * The least score of what is shown, .26: docs/gateway-memory.md has what was measured.
   */
  minSimilarity?: number;
  /** How long a request waits for search. */
  searchMs?: number;
  /** How long an answer waits for a commit: before its first byte, and before its end. */
  commitMs?: number;
  /** What was searched for is stored with the vector that it was searched by. None if absent. */
  vectorOf?: (text: string) => KnownVector | undefined;
  /** What a user said outright of an answer that was shown memories. Nobody waits for it. */
  onVerdict?: (scope: Scope, verdict: Verdict) => Promise<void>;
  /** After each commit: something is to be embedded. */
  onWritten?: () => void;
  now?: () => number;
  onError?: (error: unknown) => void;
};

/**
 * Memory in requests to models: `prepare`, then `begin` before the answer's first byte, then `finish` at its end. What
 * fails in here is reported and never fails the request. docs/gateway-memory.md has the rules.
 */
export class GatewayMemory {
  readonly #options: Required<GatewayMemoryOptions>;
  readonly #begun = new WeakMap<Prepared, Promise<void>>();

  constructor(options: GatewayMemoryOptions) {
    const silent = {
      rulesOf: async () => [],
      vectorOf: () => undefined,
      onVerdict: async () => {},
      onWritten: () => {},
      onError: () => {},
    };
    const defaults = { minSimilarity: 0.26, searchMs: 300, commitMs: 1_000, now: Date.now, ...silent };
    this.#options = { ...defaults, ...options };
  }

  /** Errors: invalid_argument, for a header of memory's that says nothing sensible; nothing else. */
  async prepare(ask: MemoryAsk): Promise<Prepared> {
    const startedMs = performance.now();
    const { searchMs, ...options } = this.#options;
    try {
      return await prepare(ask, { ...options, patienceMs: searchMs });
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid_argument") throw error;
      options.onError(error);
      return untouched("error", sessionOf(ask.headers, ask.json), ask, startedMs);
    }
  }

  /**
   * Stores the ledger's entry and what the user said. Ends with the commit, or after a second without: then the commit
   * may still come. Whether it did in time.
   */
  async begin(prepared: Prepared): Promise<boolean> {
    const { scope, opening, touchedThread, verdict } = prepared.plan;
    const { store, onVerdict, vectorOf, onError } = this.#options;
    if (verdict) onVerdict(scope, verdict).catch(onError);
    if (touchedThread !== undefined) store.touch(scope, touchedThread).catch(onError);
    if (!opening) return true;
    const messages = opening.messages.map((each) => ({ ...each, vector: vectorOf(each.message.content) }));
    const begun = store.begin(scope, { ...opening, messages }).then(this.#options.onWritten);
    this.#begun.set(prepared, begun);
    return this.#inTime(begun);
  }

  /**
   * Stores the reply as far as it has come: `complete` where it ended by itself. Call it once, behind `begin`. Ends as
   * that does. `facts`: what came to be known since it was prepared.
   */
  async finish(prepared: Prepared, answer: Answer | undefined, facts: Partial<ExchangeFacts> = {}): Promise<boolean> {
    const { scope, ending } = prepared.plan;
    if (!ending) return true;
    const told = { ...ending, facts: { ...ending.facts, ...facts } };
    return this.#inTime(this.#finish(scope, told, this.#begun.get(prepared), answer));
  }

  async #finish(scope: Scope, ending: PlannedEnding, begun: Promise<void> | undefined, answer?: Answer): Promise<void> {
    // What became of it is reported there.
    await begun?.catch(() => {});
    const stored = endingOf(ending, answer);
    if (!ending.stored && stored.fingerprint === undefined) return;
    await this.#options.store.finish(scope, stored);
    this.#options.onWritten();
  }

  /** Whether a commit came before callers are kept waiting no longer; a failure is reported. */
  async #inTime(commit: Promise<void>): Promise<boolean> {
    const committed = commit.then(
      () => true,
      (error: unknown) => {
        this.#options.onError(error);
        return false;
      },
    );
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), this.#options.commitMs);
    return Promise.race([committed, late.promise]).finally(() => clearTimeout(timer));
  }
}

function endingOf({ id, threadId, sessionId, chain, entry, stored, facts }: PlannedEnding, answer?: Answer): Ending {
  const state = answer?.finish && !answer.error ? "complete" : "partial";
  const fingerprint = answer && fingerprintOfAnswer(answer);
  const reply =
    stored && answer && fingerprint !== undefined
      ? storedReply(answer, { chain, fingerprint }, sessionId, { ...facts, state })
      : undefined;
  return { id, threadId, state, entry, fingerprint: entry && fingerprint, reply };
}
