import type { KnownVector } from "../../memory/embedder.ts";
import { orLate } from "../../memory/or-late.ts";
import type { ReceiptSink } from "../../memory/entity/retrieval.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Answer } from "../chat/answer.ts";
import type { Losses } from "../chat/loss.ts";
import type { Ending, GatewayStore, Opening } from "./chain/ledger.ts";
import { fingerprintOfAnswer, withRepeated, wordsOf } from "./chain/reply.ts";
import type { PlannedEnding, Prepared } from "./prepared.ts";
import { storedReply, type LateFacts } from "./stored.ts";
import type { Verdict } from "./verdict/verdict.ts";

export type RememberedOptions = {
  /** Of what requests are shown. */
  receipts: ReceiptSink;
  store: GatewayStore;
  /** How long an answer waits for a commit: before its first byte, and before its end. */
  commitMs?: number;
  /** How long after a request was sent nothing is stored yet: an answer that comes at once is stored with it. */
  holdMs?: number;
  /** What was searched for is stored with the vector that it was searched by. */
  vectorOf: (text: string) => KnownVector | undefined;
  /** What a user said outright of an answer that was shown memories. Nobody waits for it. */
  onVerdict: (scope: Scope, verdict: Verdict) => Promise<void>;
  /** After each commit: something is to be embedded. */
  onWritten: () => void;
  onError: (error: unknown) => void;
};

/** Whether the beginning of an exchange is committed; `inTime`: true where that takes too long. Neither rejects. */
type Begun = { committed: Promise<boolean>; inTime: Promise<boolean> };

/**
 * A request to a model as memory prepared it, and what is stored of it: `hold` when the request is sent; `begin` before a
 * stream's first byte; `finish` at the end of the answer. What fails in here is reported and never fails the request.
 */
export class Remembered {
  readonly prepared: Prepared;
  readonly #options: Required<RememberedOptions>;
  #held: NodeJS.Timeout | undefined;
  #begun: Begun | undefined;

  constructor(prepared: Prepared, options: RememberedOptions) {
    this.prepared = prepared;
    this.#options = { commitMs: 1_000, holdMs: 5, ...options };
  }

  /** Notes on the receipt of its search what the request lost, once it is known who answers. */
  noteLosses(losses: Losses): void {
    const { retrieval } = this.prepared;
    const list = losses.list();
    if (!retrieval?.gateway || list.length === 0) return;
    this.#options.receipts.add({ ...retrieval, gateway: { ...retrieval.gateway, losses: list } });
  }

  /** Begins in a moment, unless the answer ends before: then both are one commit. Nobody waits for it. */
  hold(): void {
    const { scope, opening, touchedThread, verdict } = this.prepared.plan;
    const { store, onVerdict, onError, holdMs } = this.#options;
    if (verdict) onVerdict(scope, verdict).catch(onError);
    if (touchedThread !== undefined) store.touch(scope, touchedThread).catch(onError);
    if (opening) this.#held = setTimeout(() => void this.begin(), holdMs);
  }

  /**
   * Stores the ledger's entry and what the user said, once. Waits for the commit, `commitMs` from its start at most: it
   * may still come later. False where it has failed, and what the user said was to be stored.
   */
  async begin(): Promise<boolean> {
    const { scope, opening } = this.prepared.plan;
    const taken = this.#take();
    if (taken) this.#commit(this.#options.store.begin(scope, taken));
    const isCommitted = (await this.#begun?.inTime) ?? true;
    return isCommitted || !opening?.stored;
  }

  /**
   * Stores the reply as far as it has come: `complete` where it ended by itself. Call it once, after `hold`. Ends as
   * `begin` does. `late`: what came to be known since it was prepared.
   */
  async finish(answer: Answer | undefined, late: LateFacts = {}): Promise<void> {
    const { ending } = this.prepared.plan;
    if (!ending) return;
    const stored = endingOf(ending, answer, late);
    if (!ending.stored && stored.fingerprint === undefined) await this.begin();
    else await orLate(this.#finish(stored), this.#options.commitMs, true);
  }

  async #finish(ending: Ending): Promise<boolean> {
    const { scope } = this.prepared.plan;
    const { store } = this.#options;
    const opening = this.#take();
    if (opening) return this.#commit(store.record(scope, opening, ending));
    const isCommitted = await this.#begun?.committed;
    const begun = isCommitted && this.prepared.plan.opening?.stored;
    return this.#committed(store.finish(scope, { ...ending, begun }));
  }

  /** What is still to be stored of the beginning; `undefined` for all calls but the first, which must store it. */
  #take(): Opening | undefined {
    const { opening } = this.prepared.plan;
    if (!opening || this.#begun) return undefined;
    clearTimeout(this.#held);
    const { vectorOf } = this.#options;
    const messages = opening.messages.map((each) => ({ ...each, vector: vectorOf(each.message.content) }));
    return { ...opening, messages };
  }

  #commit(beginning: Promise<void>): Promise<boolean> {
    const committed = this.#committed(beginning);
    this.#begun = { committed, inTime: orLate(committed, this.#options.commitMs, true) };
    return committed;
  }

  /** Whether a commit came; a failure is reported. */
  async #committed(commit: Promise<void>): Promise<boolean> {
    const { onWritten, onError } = this.#options;
    try {
      await commit;
      onWritten();
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}

function endingOf(planned: PlannedEnding, said: Answer | undefined, { beginning: use, ...late }: LateFacts): Ending {
  const { id, threadId, sessionId, chain, entry, stored } = planned;
  const facts = { ...planned.facts, ...late };
  const asSaid = { answer: said, beginning: planned.beginning };
  const { answer, beginning } = said && use === "repeated" ? withRepeated(said, planned.beginning) : asSaid;
  const begun = use === "ignored" ? "" : wordsOf(beginning);
  const state = answer?.finish && !answer.error ? "complete" : "partial";
  const fingerprint = answer && fingerprintOfAnswer(answer, beginning);
  const reply =
    stored && answer && fingerprint !== undefined
      ? storedReply(answer, { chain, fingerprint, beginning: begun }, sessionId, { ...facts, state })
      : undefined;
  const isNoted = stored || entry !== undefined;
  return { id, threadId, state, turn: chain, entry, fingerprint: isNoted ? fingerprint : undefined, reply };
}
