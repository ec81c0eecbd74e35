import { setTimeout as sleep } from "node:timers/promises";
import { Background } from "./background.ts";

type Job<Message> = { account: string; messages: Message[] };
/** A job with what was read in its messages. */
type Done<Of, Read> = { job: Of; read: Read[] };

export type ReadingQueueOptions<Message, Read, Of extends Job<Message>> = {
  /** The next messages to read, of an account behind another one in the order of ids; `undefined` where none wait. */
  next(behind: string, limit: number): Promise<Of | undefined>;
  /** `undefined` leaves a message out. */
  read(message: Message): Read | undefined;
  /** Answers how many jobs were stored. */
  complete(done: Done<Of, Read>[]): Promise<number>;
  intervalMs?: number | undefined;
  /** Messages of one transaction. */
  batch: number;
  onError?: ((error: unknown) => void) | undefined;
};

/**
 * Reading takes a quarter of the time at most, in short slices: a flood of messages waits in SQL, and no answer waits
 * for it. A single message takes less than 0.1 s at worst, a usual one 1 ms.
 */
const sliceMs = 3;
const pauseMs = 9;
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
    let until = performance.now() + sliceMs;
    for (const message of messages) {
      if (performance.now() > until) {
        await sleep(pauseMs);
        if (signal.aborted) break;
        until = performance.now() + sliceMs;
      }
      const read = this.#options.read(message);
      if (read !== undefined) found.push(read);
    }
    return found;
  }
}
