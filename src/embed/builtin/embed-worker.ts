import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../error.ts";
import { endWorker } from "../../onnx/end-worker.ts";
import "../../onnx/telemetry.ts";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./worker.ts";

/** The worker's file beside this one, in the sources as in the build. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** Of one text, as of the model's loading: each takes less than a second. */
const patienceMs = 60_000;

/** This side of one worker: one text at a time. One that does not answer is ended, and gone at once. */
export class EmbedWorker {
  /** Fulfilled when the model is loaded; rejected with `unavailable` if it cannot be. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #loaded = Promise.withResolvers<void>();
  #pending: PromiseWithResolvers<Float32Array> | undefined;
  #gone = false;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(workerUrl, { workerData: start, name: "embedder" });
    this.ready = this.#inTime(this.#loaded.promise, patienceMs);
    this.ready.catch(() => undefined); // whoever awaits it hears of it
    let cause: unknown;
    this.#worker.on("error", (error) => (cause = error));
    this.#worker.on("exit", (code) => this.#leave(cause ?? new Error(`the worker ended with ${code}`)));
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if ("ready" in answer) this.#loaded.resolve();
      else if ("vector" in answer) this.#pending?.resolve(answer.vector);
      else this.#pending?.reject(unavailable(new Error(answer.error)));
    });
  }

  /** True from its end on, whether asked for or not. */
  get gone(): boolean {
    return this.#gone;
  }

  async embed(text: string): Promise<Float32Array> {
    await this.ready;
    if (this.#gone) throw unavailable(new Error("the worker is gone"));
    this.#pending = Promise.withResolvers();
    this.#post({ text });
    return await this.#inTime(this.#pending.promise, patienceMs);
  }

  /** After the text that runs. */
  async close(): Promise<void> {
    await endWorker(this.#worker);
    this.#leave(new Error("it is closed"));
  }

  async #inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
    const patience = setTimeout(() => {
      // The thread ends when the runtime gives it back.
      void endWorker(this.#worker);
      this.#leave(new Error(`the worker did not answer for ${ms} ms`));
    }, ms);
    try {
      return await answer;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Nothing is expected of it any more. */
  #leave(cause: unknown): void {
    this.#gone = true;
    const error = unavailable(cause);
    this.#loaded.reject(error);
    this.#pending?.reject(error);
  }

  #post(request: WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
    this.#worker.postMessage(request);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", "the built-in embedder failed", { cause });
}
