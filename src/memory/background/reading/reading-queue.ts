import { setTimeout as sleep } from "node:timers/promises";
import type { Read as ReadOf } from "./reader.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "../background-worker.ts";

type Job<Message> = { account: string; messages: Message[] };
/** A job with what was read in its messages. */
type Done<Of, Read> = { job: Of; read: Read[] };

export type ReadingQueueOptions<Message, Read, Of extends Job<Message>> = BackgroundWorkerOptions & {
  /** The next messages to read, of an account behind another one in the order of ids; `undefined` where none wait. */
  next(behind: string, limit: number): Promise<Of | undefined>;
  /** Elsewhere, while the event loop turns. It may leave messages out. */
  read(messages: Message[]): Promise<ReadOf<Read>>;
  /** Answers how many jobs were stored. */
  complete(done: Done<Of, Read>[]): Promise<number>;
  /** Messages of one transaction. */
  batch: number;
};

/**
 * How long it pauses behind each job, in multiples of the time that the job took: reading has four fifths of a core, and
 * a twentieth while the event loop is busy. A flood of messages waits in SQL.
 */
const pausePerRead = { quiet: 0.25, busy: 19 };
/** From this utilization of the event loop on. */
const busyLoop = 0.8;
const pauseMaxMs = 2_000;
/** Of one write. */
const accountsMax = 50;
/** Jobs that somebody else has done, or that changed while they were read, in a row: then the rest waits. */
const refusedMax = 20;

/**
 * Reads messages in the background, account by account. What waits is in SQL: messages behind the place up to which
 * their account was read. That place moves in the transaction which stores what was read, so that a crash loses none
 * and reads none twice; several processes may do it at once.
 */
export class ReadingQueue<Message, Read, Of extends Job<Message>> extends BackgroundWorker {
  readonly #options: ReadingQueueOptions<Message, Read, Of>;
  #served = "";
  #pauseUntilMs = 0;
  #loop = performance.eventLoopUtilization();

  constructor(options: ReadingQueueOptions<Message, Read, Of>) {
    super(1_000, options);
    this.#options = options;
  }

  /** Until nothing waits: the jobs of several accounts, then what was read in one write. */
  protected async pass(signal: AbortSignal): Promise<void> {
    for (let refused = 0; refused < refusedMax && !signal.aborted;) {
      const jobs = await this.#jobs();
      if (jobs.length === 0) return;
      const done: Done<Of, Read>[] = [];
      for (const job of jobs) {
        await this.#pause(signal);
        const read = await this.#read(job, signal);
        if (!read) return;
        done.push({ job, read });
      }
      const stored = await this.#options.complete(done);
      refused = stored === 0 ? refused + 1 : 0;
    }
  }

  /** Of as many accounts as have something to read, each once. */
  async #jobs(): Promise<Of[]> {
    const { next, batch } = this.#options;
    const jobs: Of[] = [];
    for (let messages = 0; messages < batch && jobs.length < accountsMax;) {
      const job = await next(this.#served, batch - messages);
      if (!job || jobs.some(({ account }) => account === job.account)) break;
      this.#served = job.account;
      messages += job.messages.length;
      jobs.push(job);
    }
    return jobs;
  }

  /** `undefined` once it is aborted: then it does not wait for the reader. */
  async #read({ messages }: Of, signal: AbortSignal): Promise<Read[] | undefined> {
    if (signal.aborted) return undefined;
    const left = Promise.withResolvers<undefined>();
    const leave = () => left.resolve(undefined);
    signal.addEventListener("abort", leave, { once: true });
    try {
      const answer = await Promise.race([this.#options.read(messages), left.promise]);
      if (answer) this.#rest(answer.tookMs);
      return answer?.read;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Before the next job, of this batch or of a later one. */
  #rest(readMs: number): void {
    const { utilization } = performance.eventLoopUtilization(this.#loop);
    this.#loop = performance.eventLoopUtilization();
    const pauseMs = readMs * (utilization < busyLoop ? pausePerRead.quiet : pausePerRead.busy);
    this.#pauseUntilMs = performance.now() + Math.min(pauseMs, pauseMaxMs);
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const leftMs = this.#pauseUntilMs - performance.now();
    // It fails where it is aborted only.
    if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined);
  }
}
