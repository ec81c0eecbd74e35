import { AppError } from "../error.ts";
import { refusesText, type EmbedOptions, type Embedder, type Unrelated } from "../memory/embedder.ts";
import { VectorCache } from "./cache.ts";
import { Circuit } from "./circuit.ts";
import { BrokenAtText, type Engine } from "./engine.ts";
import { Flights } from "./flights.ts";
import { Measured } from "./measured.ts";
import { measureUnrelated } from "./unrelated.ts";
import { newJob, WaitingLine, type Job } from "./waiting.ts";

export type QueueOptions = {
  /** Texts that may wait in each priority; a call that does not fit is refused whole. Default 4,096. */
  waitingMax?: number;
};

/** Vectors that are kept of what was urgent, which is queries. */
const cachedTexts = 1_000;
/** How long an engine that took a harmless text is taken for sound where a refused call is only to be divided. */
const soundMs = 5_000;

/** An embedder on an engine: one waiting line, a cache of queries, a circuit. The same for every engine. */
export class QueuedEmbedder implements Embedder {
  readonly fingerprint: string;
  readonly dimensions: number;
  readonly documentsAtOnce: number | undefined;
  readonly #engine: Engine;
  readonly #waiting: WaitingLine;
  readonly #cache: VectorCache;
  readonly #flights = new Flights();
  readonly #circuit = new Circuit();
  readonly #unrelated: Measured<Unrelated>;
  #running = 0;
  #soundUntilMs = 0;
  #closing: Promise<void> | undefined;

  constructor(engine: Engine, options: QueueOptions = {}) {
    this.fingerprint = engine.fingerprint;
    this.dimensions = engine.dimensions;
    this.documentsAtOnce = engine.documentsAtOnce;
    this.#engine = engine;
    this.#waiting = new WaitingLine(options.waitingMax ?? 4_096);
    this.#cache = new VectorCache(cachedTexts);
    const told = engine.unrelated;
    this.#unrelated = new Measured(async () => told ?? measureUnrelated((...asked) => this.embed(...asked)));
  }

  /** Loads ahead of the first call, off the event loop. Optional, repeatable; its failure counts against health. */
  async start(): Promise<void> {
    try {
      await this.#engine.start();
    } catch (error) {
      this.#circuit.failed();
      throw error;
    }
    await this.unrelated();
  }

  async embed(texts: string[], options: EmbedOptions = {}): Promise<(Float32Array | undefined)[]> {
    const { role = "document", urgent = role === "query", signal } = options;
    if (signal?.aborted) throw abortError(signal);
    const prepared = texts.map((text) => this.#engine.prepare(text, role));
    const known = prepared.map((text) => this.#cache.get(text));
    const unknown = prepared.filter((_, i) => known[i] === undefined);
    if (unknown.length === 0) return known;
    const jobs = this.#jobsOf(unknown, urgent ? "urgent" : "background");
    const made = await this.#untilAborted(Promise.all(jobs.map((job) => job.vector)), jobs, signal);
    // Copies: others may take part in the same job.
    return known.map((vector) => vector ?? made.shift()?.slice());
  }

  unrelated(): Promise<Unrelated> {
    return this.#unrelated.get();
  }

  known(text: string): Float32Array | undefined {
    return this.#cache.get(this.#engine.prepare(text, "document"));
  }

  healthy(): boolean {
    return this.#closing === undefined && this.#circuit.openForMs() === 0;
  }

  /** Whether it is known to work, for those who watch. A search is told by `healthy` whether a call is worth its wait. */
  works(): boolean {
    return this.#closing === undefined && this.#circuit.works();
  }

  close(): Promise<void> {
    this.#closing ??= this.#engine.close();
    this.#refuseWaiting(closedError());
    return this.#closing;
  }

  /** A lone urgent text takes part in the job that there is for it, if there is one: a query that many ask at once. */
  #jobsOf(texts: string[], priority: Job["priority"]): Job[] {
    const isAlone = texts.length === 1 && priority === "urgent";
    const shared = isAlone ? this.#flights.join(texts[0]!) : undefined;
    if (shared) return [shared];
    this.#assertAccepts(priority, texts.length);
    const jobs: Job[] = [];
    for (const text of texts) newJob(text, priority, jobs);
    if (isAlone) this.#flights.add(jobs[0]!);
    this.#waiting.add(jobs);
    this.#pump();
    return jobs;
  }

  #assertAccepts(priority: Job["priority"], count: number): void {
    if (this.#closing) throw closedError();
    const openForMs = this.#circuit.openForMs();
    if (openForMs > 0) throw downError(openForMs);
    if (this.#waiting.hasRoom(priority, count)) return;
    throw new AppError("unavailable", "too many texts are waiting to be embedded", { retryAfterS: 1 });
  }

  #pump(): void {
    while (this.#running < this.#engine.runsMax) {
      const batch = this.#waiting.take(this.#engine.batchMax);
      if (batch.length === 0) return;
      this.#running++;
      void this.#run(batch).finally(() => {
        this.#running--;
        this.#pump();
      });
    }
  }

  /** Settles every job of the batch; never rejects. */
  async #run(batch: Job[]): Promise<void> {
    try {
      await this.#try(batch);
    } catch (error) {
      const fault = refusesText(error) ? await this.#fault(batch) : error;
      if (fault !== undefined) this.#fail(batch, fault);
      else if (error instanceof BrokenAtText && batch.length === 1) await this.#runAgain(batch);
      else await this.#refuse(batch, error);
    }
  }

  /** The engine broke at a text, and works: if it broke by a fault of its own, that has passed. */
  async #runAgain(batch: Job[]): Promise<void> {
    try {
      await this.#try(batch);
    } catch (error) {
      if (refusesText(error)) await this.#refuse(batch, error);
      else this.#fail(batch, error);
    }
  }

  async #try(batch: Job[]): Promise<void> {
    const vectors = await this.#engine.run(batch.map((job) => job.text));
    this.#circuit.succeeded();
    batch.forEach((job, i) => this.#settle(job, vectors[i]));
  }

  /**
   * Why the engine does not work; `undefined` where it does, so that what it refuses is the fault of the texts. One text
   * is judged by an answer of now.
   */
  async #fault(batch: Job[]): Promise<unknown> {
    if (batch.length > 1 && performance.now() < this.#soundUntilMs) return undefined;
    try {
      await this.#engine.start();
      this.#circuit.succeeded();
      this.#soundUntilMs = performance.now() + soundMs;
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** A refused text must not take the texts of others along: each call goes again alone. */
  async #refuse(batch: Job[], refusal: unknown): Promise<void> {
    const calls = [...Map.groupBy(batch, (job) => job.call).values()];
    if (calls.length > 1) for (const jobs of calls) await this.#run(jobs);
    else batch.forEach((job) => job.reject(refusal));
  }

  #fail(batch: Job[], fault: unknown): void {
    batch.forEach((job) => job.reject(fault));
    this.#soundUntilMs = 0;
    this.#circuit.failed();
    const openForMs = this.#circuit.openForMs();
    if (openForMs > 0) this.#refuseWaiting(downError(openForMs, fault));
  }

  /** Keeps what is urgent only: an import would wash it out, and its texts seldom come again. */
  #settle(job: Job, vector: Float32Array | undefined): void {
    if (job.priority === "urgent" && vector) this.#cache.set(job.text, vector);
    job.resolve(vector);
  }

  #refuseWaiting(error: AppError): void {
    for (let jobs = this.#waiting.take(64); jobs.length > 0; jobs = this.#waiting.take(64)) {
      for (const job of jobs) job.reject(error);
    }
  }

  async #untilAborted<T>(work: Promise<T>, jobs: Job[], signal: AbortSignal | undefined): Promise<T> {
    if (signal === undefined) return await work;
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = () => {
      for (const job of jobs) job.callers--;
      for (const job of this.#waiting.dropAbandoned()) this.#flights.forget(job);
      reject(abortError(signal));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([work, promise]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}

function abortError({ reason }: AbortSignal): AppError {
  if (reason instanceof AppError) return reason;
  const late = reason instanceof DOMException && reason.name === "TimeoutError";
  return late
    ? new AppError("deadline_exceeded", "the text was not embedded in time", { cause: reason })
    : new AppError("cancelled", "the caller went away", { cause: reason });
}

function closedError(): AppError {
  return new AppError("unavailable", "the embedder is closed");
}

function downError(openForMs: number, cause?: unknown): AppError {
  return new AppError("unavailable", "the embedder is unavailable", { retryAfterS: openForMs / 1_000, cause });
}
