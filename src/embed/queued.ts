import { AppError } from "../error.ts";
import { refusesText, type EmbedOptions, type Embedder } from "../memory/embedder.ts";
import { VectorCache } from "./cache.ts";
import { Circuit } from "./circuit.ts";
import { BrokenAtText, type Engine } from "./engine.ts";
import { measureUnrelated } from "./unrelated.ts";
import { WaitingLine, type Job } from "./waiting.ts";

export type QueueOptions = {
  /** Texts that may wait in each priority; a call that does not fit is refused whole. Default 4,096. */
  waitingMax?: number;
};

/** Vectors of past queries that are kept. */
const cachedQueries = 1_000;
/** How long an engine that took a harmless text is taken for sound where a refused call is only to be divided. */
const soundMs = 5_000;

/** An embedder on an engine: one waiting line, a cache of queries, a circuit. The same for every engine. */
export class QueuedEmbedder implements Embedder {
  readonly fingerprint: string;
  readonly dimensions: number;
  readonly #engine: Engine;
  readonly #waiting: WaitingLine;
  readonly #cache: VectorCache;
  readonly #circuit = new Circuit();
  #running = 0;
  #soundUntilMs = 0;
  #closing: Promise<void> | undefined;
  #unrelated: Promise<number> | undefined;

  constructor(engine: Engine, options: QueueOptions = {}) {
    this.fingerprint = engine.fingerprint;
    this.dimensions = engine.dimensions;
    this.#engine = engine;
    this.#waiting = new WaitingLine(options.waitingMax ?? 4_096);
    this.#cache = new VectorCache(cachedQueries);
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
    const { priority = "document", signal } = options;
    if (signal?.aborted) throw abortError(signal);
    const prepared = texts.map((text) => this.#engine.prepare(text));
    const known = prepared.map((text) => this.#cache.get(text));
    const unknown = known.filter((vector) => vector === undefined).length;
    if (unknown > 0) this.#assertAccepts(priority, unknown);

    const jobs: Job[] = [];
    const vectors = prepared.map((text, i) => known[i] ?? newJob(text, priority, jobs));
    this.#waiting.add(jobs);
    this.#pump();
    return await this.#untilAborted(Promise.all(vectors), jobs, signal);
  }

  /** Measured once, unless the engine tells it. */
  unrelated(): Promise<number> {
    this.#unrelated ??= this.#measureUnrelated();
    return this.#unrelated;
  }

  known(text: string): Float32Array | undefined {
    return this.#cache.get(this.#engine.prepare(text));
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

  async #measureUnrelated(): Promise<number> {
    try {
      return this.#engine.unrelated ?? (await measureUnrelated((texts) => this.embed(texts, { priority: "query" })));
    } catch (error) {
      this.#unrelated = undefined;
      throw error;
    }
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

  /** Keeps queries only: an import would wash them out, and its texts seldom come again. */
  #settle(job: Job, vector: Float32Array | undefined): void {
    if (job.priority === "query" && vector) this.#cache.set(job.text, vector);
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
      this.#waiting.remove(new Set(jobs));
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

function newJob(text: string, priority: Job["priority"], jobs: Job[]): Promise<Float32Array | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array | undefined>();
  jobs.push({ text, priority, call: jobs, resolve, reject });
  return promise;
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
