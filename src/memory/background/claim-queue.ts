import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimStore, MessageToRead, ReadingJob, ReadJob, ReadMessage } from "../graph/claim-store.ts";
import { extractClaims, extractPatternClaims, rulesVersion } from "../graph/extract.ts";
import { Background } from "./background.ts";

export type ClaimQueueOptions = {
  store: Pick<ClaimStore, "next" | "complete">;
  intervalMs?: number;
  /** Messages of one transaction. */
  batch?: number;
  onError?: (error: unknown) => void;
};

/**
 * Reading takes a quarter of the time at most, in short slices: a flood of messages waits in SQL, and no answer waits
 * for it. A single message takes less than 0.1 s at worst, a usual one less than 1 ms.
 */
const sliceMs = 3;
const pauseMs = 9;
/** Of one write. */
const accountsMax = 50;
/** So many messages that claim nothing are known as such: each comes again when it has its vector. */
const silentMax = 20_000;

/**
 * Reads what messages claim, in the background, account by account. What waits is in SQL: messages behind the place up
 * to which their account was read. That place moves in the transaction which stores the claims, so that a crash loses
 * none and reads none twice; several processes may do it at once.
 */
export class ClaimQueue {
  readonly #options: ClaimQueueOptions;
  readonly #batch: number;
  readonly #background: Background;
  #served = "";
  /** The hash of the text of a message that claims nothing, by its id. */
  readonly #silent = new Map<string, string>();

  constructor(options: ClaimQueueOptions) {
    this.#options = options;
    this.#batch = options.batch ?? 100;
    this.#background = new Background((signal) => this.#drain(signal), {
      intervalMs: options.intervalMs ?? 1_000,
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#background.start();
  }

  /** Ends when the batch under way is stored, or left. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Until nothing waits: the jobs of several accounts, then their claims in one write. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    while (!signal.aborted) {
      const jobs = await this.#jobs();
      if (jobs.length === 0) return;
      const done: ReadJob[] = [];
      for (const job of jobs) done.push({ job, read: await this.#read(job, signal) });
      // What was read in part is no job done.
      if (signal.aborted) return;
      await store.complete(rulesVersion, done);
      for (const { read } of done)
        for (const each of read) if (each.claims.length === 0) this.#noteSilent(each.message);
    }
  }

  /** Of as many accounts as have something to read, each once. */
  async #jobs(): Promise<ReadingJob[]> {
    const jobs: ReadingJob[] = [];
    for (let messages = 0; messages < this.#batch && jobs.length < accountsMax;) {
      const job = await this.#options.store.next(rulesVersion, this.#served, this.#batch - messages);
      if (!job || jobs.some(({ account }) => account === job.account)) break;
      this.#served = job.account;
      messages += job.messages.length;
      jobs.push(job);
    }
    return jobs;
  }

  async #read(job: ReadingJob, signal: AbortSignal): Promise<ReadMessage[]> {
    const read: ReadMessage[] = [];
    let until = performance.now() + sliceMs;
    for (const message of job.messages) {
      if (this.#silent.get(message.id) === message.contentHash) continue;
      if (performance.now() > until) {
        await sleep(pauseMs);
        if (signal.aborted) break;
        until = performance.now() + sliceMs;
      }
      const extract = message.isPattern ? extractPatternClaims : extractClaims;
      read.push({ message, claims: extract(message.text, message.saidAtMs) });
    }
    return read;
  }

  #noteSilent({ id, contentHash }: MessageToRead): void {
    this.#silent.set(id, contentHash);
    for (const oldest of this.#silent.keys()) {
      if (this.#silent.size <= silentMax) break;
      this.#silent.delete(oldest);
    }
  }
}
