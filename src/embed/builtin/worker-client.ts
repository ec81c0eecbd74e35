import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../error.ts";
import "./telemetry.ts";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./worker.ts";

/** The worker's file beside this one, in the sources as in the build. */
const WORKER_URL = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** This side of one worker: one text at a time. */
export class WorkerClient {
  /** Fulfilled when the model is loaded; rejected with `unavailable` if it cannot be. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #exit = Promise.withResolvers<void>();
  #pending: PromiseWithResolvers<Float32Array> | undefined;
  #gone = false;

  constructor(start: WorkerStart) {
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined); // whoever awaits it hears of it
    this.ready = ready.promise;
    this.#worker = new Worker(WORKER_URL, { workerData: start, name: "embedder" });
    let cause: unknown;
    this.#worker.on("error", (error) => (cause = error));
    this.#worker.on("exit", (code) => {
      this.#gone = true;
      const error = unavailable(cause ?? new Error(`the worker ended with ${code}`));
      ready.reject(error);
      this.#pending?.reject(error);
      this.#exit.resolve();
    });
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if ("ready" in answer) ready.resolve();
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
    return await this.#pending.promise;
  }

  /** After the text that runs. */
  async close(): Promise<void> {
    this.#post(null);
    await this.#exit.promise;
  }

  #post(request: WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
    this.#worker.postMessage(request);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", "the built-in embedder failed", { cause });
}
