import { setTimeout as sleep } from "node:timers/promises";
import { readMessage, rulesVersion } from "../rulebook/read-message.ts";
import type { ReadingJob, ReadJob, ReadMessage, StatementStore } from "../rulebook/statement-store.ts";
import { Background } from "./background.ts";

export type StatementQueueOptions = {
  store: Pick<StatementStore, "next" | "complete">;
  intervalMs?: number;
  /** Messages of one account that are read together. */
  batch?: number;
  onError?: (error: unknown) => void;
};

/** Reading takes a quarter of the time at most, in short slices, as in ClaimQueue. A usual message takes 1 ms. */
const sliceMs = 3;
const pauseMs = 9;
/** Jobs that somebody else has done, or that changed while they were read, in a row: then the rest waits. */
const refusedMax = 20;

/**
 * Reads what messages state, in the background, account by account. What waits is in SQL: messages behind the place up
 * to which their account was read. That place moves in the transaction which stores the statements, so that a crash
 * loses none and reads none twice; several processes may do it at once.
 */
export class StatementQueue {
  readonly #options: StatementQueueOptions;
  readonly #batch: number;
  readonly #background: Background;
  #served = "";

  constructor(options: StatementQueueOptions) {
    this.#options = options;
    this.#batch = options.batch ?? 50;
    this.#background = new Background((signal) => this.#drain(signal), {
      intervalMs: options.intervalMs ?? 1_000,
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#background.start();
  }

  /** Somebody asks for what was just written. */
  wake(): void {
    this.#background.wake();
  }

  /** Ends when the batch under way is stored, or left. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Until nothing waits. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    for (let refused = 0; refused < refusedMax && !signal.aborted;) {
      const jobs = await this.#jobs();
      if (jobs.length === 0) return;
      const done: ReadJob[] = [];
      for (const job of jobs) done.push({ job, read: await this.#read(job, signal) });
      // What was read in part is no job done.
      if (signal.aborted) return;
      const stored = await store.complete(rulesVersion, done);
      refused = stored === 0 ? refused + 1 : 0;
    }
  }

  /** Of as many accounts as have something to read, each once. */
  async #jobs(): Promise<ReadingJob[]> {
    const jobs: ReadingJob[] = [];
    for (let messages = 0; messages < this.#batch;) {
      const job = await this.#options.store.next(rulesVersion, this.#served, this.#batch - messages);
      if (!job || jobs.some(({ account }) => account === job.account)) break;
      this.#served = job.account;
      messages += Math.max(1, job.messages.length);
      jobs.push(job);
    }
    return jobs;
  }

  async #read(job: ReadingJob, signal: AbortSignal): Promise<ReadMessage[]> {
    const read: ReadMessage[] = [];
    let until = performance.now() + sliceMs;
    for (const message of job.messages) {
      if (performance.now() > until) {
        await sleep(pauseMs);
        if (signal.aborted) break;
        until = performance.now() + sliceMs;
      }
      read.push(readMessage(message));
    }
    return read;
  }
}
