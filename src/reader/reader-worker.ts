import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { endWorker } from "../onnx/end-worker.ts";
import "../onnx/telemetry.ts";
import { AppError } from "../error.ts";
import type { WorkerAnswer, WorkerReading, WorkerRequest } from "./worker.ts";

/** The worker's file beside this one, in the sources as in the build. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
/** Of its loading, and of one request. A message of 256 KiB takes a second; what takes longer than this never ends. */
const defaultPatienceMs = 60_000;
/** What is read in a text is soon garbage: more room for it would only be kept. */
const maxYoungGenerationSizeMb = 8;

type Answer = { readings: WorkerReading[]; tookMs: number };

/** This side of one worker: one request at a time. */
export class ReaderWorker {
  readonly #worker: Worker;
  readonly #patienceMs: number;
  readonly #ready = Promise.withResolvers<void>();
  #pending: ((answer: Answer | undefined) => void) | undefined;
  #gone = false;

  /** `heapMb`: the worker dies of what takes more. */
  constructor(heapMb: number, patienceMs = defaultPatienceMs) {
    this.#patienceMs = patienceMs;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb };
    this.#ready.promise.catch(() => undefined); // whoever awaits it hears of it
    this.#worker = new Worker(workerUrl, { name: "reader", resourceLimits });
    let cause: unknown;
    this.#worker.on("error", (error) => (cause = error));
    this.#worker.on("exit", (code) => this.#leave(cause ?? new Error(`the worker ended with ${code}`)));
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if ("ready" in answer) this.#ready.resolve();
      else this.#pending?.(answer);
    });
  }

  /** True from its end on, whether asked for or not. */
  get gone(): boolean {
    return this.#gone;
  }

  /** `undefined` where the worker died of it, or took too long and was ended. Errors: unavailable, where none can be had. */
  async read(request: WorkerRequest): Promise<Answer | undefined> {
    await this.#inTime(this.#ready.promise, () => {
      // The thread ends when the runtime gives it back.
      void endWorker(this.#worker);
      this.#leave(new Error(`the worker did not load within ${this.#patienceMs} ms`));
    });
    if (this.#gone) return undefined;
    const answer = new Promise<Answer | undefined>((resolve) => {
      this.#pending = resolve;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
      this.#worker.postMessage(request);
    });
    // Rules that never end are ended: by then no run of the model is left that would abort the process.
    return this.#inTime(answer, () => void this.#worker.terminate());
  }

  /** After the message that is read: what was not read is in SQL, and is read again. */
  async close(): Promise<void> {
    await endWorker(this.#worker);
    this.#leave(new Error("it is closed"));
  }

  async #inTime<T>(work: Promise<T>, onLate: () => void): Promise<T> {
    const patience = setTimeout(onLate, this.#patienceMs);
    try {
      return await work;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Nothing is expected of it any more. */
  #leave(cause: unknown): void {
    this.#gone = true;
    this.#ready.reject(new AppError("unavailable", "messages cannot be read now", { cause }));
    this.#pending?.(undefined);
  }
}
