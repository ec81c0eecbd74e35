import { setTimeout as sleep } from "node:timers/promises";
import type { Steps } from "../steps.ts";
import { Background } from "./background.ts";

type Job<Message> = { account: string; messages: Message[] };
/** A job with what was read in its messages. */
type Done<Of, Read> = { job: Of; read: Read[] };

export type ReadingQueueOptions<Message, Read, Of extends Job<Message>> = {
  /** The next messages to read, of an account behind another one in the order of ids; `undefined` where none wait. */
  next(behind: string, limit: number): Promise<Of | undefined>;
  /** `undefined` leaves a message out. */
  read(message: Message): Steps<Read | undefined>;
  /** Answers how many jobs were stored. */
  complete(done: Done<Of, Read>[]): Promise<number>;
  intervalMs?: number | undefined;
  /** Messages of one transaction. */
  batch: number;
  onError?: ((error: unknown) => void) | undefined;
};

/**
 * Reading takes a quarter of the time at most, a twentieth while the event loop is busy, in short slices: a flood of
 * messages waits in SQL, and no answer waits for it. A usual message takes 1 ms. A slice ends between two steps of reading, such as sentences; the pause behind it is
 * as much longer as a step took.
 */
const sliceMs = 3;
const pausePerSlice = { quiet: 3, busy: 19 };
/** From this utilization of the event loop on, others want the time: what is written now is read when they have less to do. */
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
export class ReadingQueue<Message, Read, Of extends Job<Message>> {
  readonly #options: ReadingQueueOptions<Message, Read, Of>;
  readonly #background: Background;
  #served = "";
  /** Read since the last pause. */
  #readMs = 0;
  #pauseUntilMs = 0;
  #loop = performance.eventLoopUtilization();

  constructor(options: ReadingQueueOptions<Message, Read, Of>) {
    this.#options = options;
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

  /** Until nothing waits: the jobs of several accounts, then what was read in one write. */
  async #drain(signal: AbortSignal): Promise<void> {
    for (let refused = 0; refused < refusedMax && !signal.aborted;) {
      const jobs = await this.#jobs();
      if (jobs.length === 0) return;
      const done: Done<Of, Read>[] = [];
      for (const job of jobs) done.push({ job, read: await this.#read(job, signal) });
      // What was read in part is no job done.
      if (signal.aborted) return;
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

  async #read({ messages }: Of, signal: AbortSignal): Promise<Read[]> {
    const found: Read[] = [];
    for (const message of messages) {
      const read = await this.#readOne(message, signal);
      if (signal.aborted) break;
      if (read !== undefined) found.push(read);
    }
    return found;
  }

  async #readOne(message: Message, signal: AbortSignal): Promise<Read | undefined> {
    const steps = this.#options.read(message);
    for (;;) {
      await this.#pause(signal);
      if (signal.aborted) return undefined;
      const begunMs = performance.now();
      const { done, value } = steps.next();
      this.#worked(begunMs);
      if (done) return value;
    }
  }

  /** Once a slice is over, the next begins after a pause: of this batch or of a later one. */
  #worked(begunMs: number): void {
    const nowMs = performance.now();
    this.#readMs += nowMs - begunMs;
    if (this.#readMs < sliceMs) return;
    const { utilization } = performance.eventLoopUtilization(this.#loop);
    this.#loop = performance.eventLoopUtilization();
    const pause = this.#readMs * (utilization < busyLoop ? pausePerSlice.quiet : pausePerSlice.busy);
    this.#pauseUntilMs = nowMs + Math.min(pause, pauseMaxMs);
    this.#readMs = 0;
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const leftMs = this.#pauseUntilMs - performance.now();
    // It fails where it is aborted only.
    if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined);
  }
}
