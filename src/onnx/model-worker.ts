import { extname } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { AppError } from "../error.ts";
import "./telemetry.ts";
import type { RunLock } from "./run-lock.ts";
import type { WorkerMessage } from "./work-off.ts";

/** Of the end, once it is asked for. */
const endMs = 5_000;

export type ModelWorkerOptions = WorkerOptions & {
  /** Of its loading, and of each request from its turn on: a worker that takes longer is left alone. */
  patienceMs: number;
  /** Whether one that is late to load is kept all the same: only who asked it is told. */
  mayLoadLate?: boolean;
  /** What who asks is told where there is no answer. */
  failure: string;
  /** With it, one that is late with an answer is terminated, as soon as it does not run its model. */
  lock?: RunLock;
  /** Hears once why nothing is expected of it any more. */
  onGone?: (cause: unknown) => void;
};

type Asked<Request, Answer> = PromiseWithResolvers<Answer> & { request: Request };

/**
 * This side of a worker thread that loads a model and calls `workOff`: requests are answered in their order. One that does
 * not answer is gone at once, and its thread ends when the runtime gives it back. It is not terminated: under a run of ONNX
 * Runtime that aborts the whole process. While nobody waits for it, it keeps no process alive.
 */
export class ModelWorker<Request, Answer> {
  readonly #worker: Worker;
  readonly #options: ModelWorkerOptions;
  readonly #loading = Promise.withResolvers<void>();
  readonly #pending: Asked<Request, Answer>[] = [];
  #patience: NodeJS.Timeout | undefined;
  #isLoaded = false;
  #failed: AppError | undefined;

  /** Its file is the `worker` beside the module `beside`, in the sources as in the build. */
  constructor(beside: string, options: ModelWorkerOptions) {
    this.#options = options;
    this.#worker = new Worker(new URL(`./worker${extname(beside)}`, beside), options);
    this.#worker.unref();
    this.#loading.promise.catch(() => undefined); // whoever awaits it hears of it
    let cause: unknown;
    this.#worker.on("error", (error) => (cause = error));
    this.#worker.on("exit", (code) => this.leave(cause ?? new Error(`the worker ended with ${code}`)));
    this.#worker.on("message", (message: WorkerMessage<Answer>) => this.#hear(message));
    if (!options.mayLoadLate) this.#watch();
  }

  /** Fulfilled when the model is loaded. Errors: unavailable, where it cannot be. */
  get ready(): Promise<void> {
    return this.#loading.promise;
  }

  /** True from its end on, whether asked for or not. */
  get gone(): boolean {
    return this.#failed !== undefined;
  }

  /** Whether it has begun to work: then it may have ended by what was asked of it. */
  protected get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** How many requests wait for their answers. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Errors: unavailable, where it is gone, goes, or answers with an error. */
  async ask(request: Request): Promise<Answer> {
    if (this.#failed) throw this.#failed;
    const asked = { request, ...Promise.withResolvers<Answer>() };
    this.#pending.push(asked);
    if (this.#isLoaded) this.#post(request);
    this.#watch();
    return await asked.promise;
  }

  /** Nothing is expected of it any more: who waits is told at once. */
  leave(cause: unknown): void {
    if (this.gone) return;
    this.#stopWatching();
    this.#failed = this.#unavailable(cause);
    this.#loading.reject(this.#failed);
    this.#refuse(this.#failed);
    this.#options.onGone?.(cause);
  }

  /** Waits for the request that runs; no other is begun. */
  async close(): Promise<void> {
    await this.#end();
    this.leave(new Error("it is closed"));
  }

  #hear(message: WorkerMessage<Answer>): void {
    if ("ready" in message) {
      this.#isLoaded = true;
      this.#loading.resolve();
      for (const { request } of this.#pending) this.#post(request);
    } else {
      const asked = this.#pending.shift();
      if ("answer" in message) asked?.resolve(message.answer);
      else asked?.reject(this.#unavailable(new Error(message.error)));
    }
    this.#stopWatching();
    if (this.#pending.length > 0) this.#watch();
  }

  /** How long its loading, or the request whose turn it is, may take from now on. */
  #watch(): void {
    this.#patience ??= setTimeout(() => this.#late(), this.#options.patienceMs);
  }

  #stopWatching(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #late(): void {
    const { patienceMs, mayLoadLate, lock } = this.#options;
    if (mayLoadLate && !this.#isLoaded) {
      this.#stopWatching();
      // The worker has none of their requests yet.
      this.#refuse(this.#unavailable(new Error(`the worker has not loaded for ${patienceMs} ms`)));
      return;
    }
    if (lock && this.#isLoaded) {
      if (lock.end())
        void this.#worker.terminate(); // its exit tells the rest
      else this.#watchAnew();
      return;
    }
    void this.#end();
    this.leave(new Error(`the worker did not answer for ${patienceMs} ms`));
  }

  #watchAnew(): void {
    this.#stopWatching();
    this.#watch();
  }

  /** Tells all who wait. */
  #refuse(error: AppError): void {
    for (const { reject } of this.#pending.splice(0)) reject(error);
  }

  /** Asks for its end, and waits for it so long. */
  async #end(): Promise<void> {
    if (this.#worker.threadId === -1) return; // it has ended before
    const over = Promise.withResolvers<void>();
    const patience = setTimeout(over.resolve, endMs);
    this.#worker.once("exit", over.resolve);
    this.#post(null);
    await over.promise;
    clearTimeout(patience);
  }

  #post(request: Request | null): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
    this.#worker.postMessage(request);
  }

  #unavailable(cause: unknown): AppError {
    return new AppError("unavailable", this.#options.failure, { cause });
  }
}
