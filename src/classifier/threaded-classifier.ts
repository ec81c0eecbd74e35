import { endWorker } from "../onnx/end-worker.ts";
import "../onnx/telemetry.ts";
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { AppError } from "../error.ts";
import type { Chances, PairClassifier, Premise } from "../memory/conflict/classifier.ts";
import type { WorkerAnswer, WorkerReply, WorkerRequest } from "./worker.ts";

/** The worker's file beside this one, in the sources as in the build. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
/** That wait at once; a pair takes some 10 ms. */
const pairsMax = 128;
/** Of the pair whose turn it is, the model's loading included: who takes longer is left alone, to end when it can. */
const patienceMs = 5_000;
/** After a worker that did not even begin, none is started for so long. */
const backOffMs = 30_000;
/** Pairs whose chances are known without asking again. */
const rememberedMax = 4_096;
/** Longer texts are not even cut into tokens: they have too many for the model. */
const charsMax = 4_096;

type Remembered = { chances: Chances | undefined };

/** Classifies in a worker thread, which begins with the first pair. One that died is replaced at the next. */
export class ThreadedClassifier implements PairClassifier {
  readonly #onError: (error: unknown) => void;
  readonly #remembered = new LRUCache<string, Remembered>({ max: rememberedMax });
  readonly #pending: ((reply: WorkerReply) => void)[] = [];
  #worker: Worker | undefined;
  #patience: NodeJS.Timeout | undefined;
  #began = false;
  #startsAtMs = 0;
  #closed = false;

  /** `onError` hears why nothing can be classified; never of the texts. */
  constructor({ onError }: { onError: (error: unknown) => void }) {
    this.#onError = onError;
  }

  async classify(premises: readonly Premise[], action: string): Promise<(Chances | undefined)[]> {
    return Promise.all(premises.map((premise) => this.#one(premise, action)));
  }

  /** What is asked then fails at once; a pair that runs is waited for. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (!worker) return;
    this.#leave(worker, "it is closed");
    await endWorker(worker);
  }

  async #one(premise: Premise, action: string): Promise<Chances | undefined> {
    if (premise.text.length + action.length > charsMax) return undefined;
    const key = keyOf(premise, action);
    const remembered = this.#remembered.get(key);
    if (remembered) return remembered.chances;
    const reply = await this.#ask({ premise, action });
    if ("error" in reply) throw unavailable(reply.error);
    this.#remembered.set(key, { chances: reply.chances });
    return reply.chances;
  }

  #ask(request: WorkerRequest): Promise<WorkerReply> {
    if (this.#closed) throw unavailable("it is closed");
    if (this.#pending.length >= pairsMax) throw unavailable("too many pairs wait");
    if (performance.now() < this.#startsAtMs) throw unavailable("its worker did not begin");
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      this.#pending.push(resolve);
      if (this.#pending.length === 1) this.#watch(worker);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, { name: "classifier" });
    this.#began = false;
    let cause = "the worker ended";
    worker.on("error", (error) => (cause = String(error)));
    worker.on("exit", () => this.#leave(worker, cause));
    worker.on("message", (answer: WorkerAnswer) => {
      if (this.#worker !== worker) return;
      if ("ready" in answer) this.#began = true;
      else this.#pending.shift()?.(answer);
      this.#watch(worker);
    });
    worker.unref();
    return worker;
  }

  /** How long the first of those that wait may take from now on. */
  #watch(worker: Worker): void {
    clearTimeout(this.#patience);
    if (this.#pending.length === 0) return;
    this.#patience = setTimeout(() => {
      this.#leave(worker, "a pair took too long");
      void endWorker(worker);
    }, patienceMs);
  }

  /** Nothing is expected of it any more. */
  #leave(worker: Worker, cause: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#patience);
    if (!this.#began) this.#startsAtMs = performance.now() + backOffMs;
    if (!this.#closed) this.#onError(new Error(`rules cannot be classified: ${cause}`));
    for (const settle of this.#pending.splice(0)) settle({ error: cause });
  }
}

/** By hash: no text is kept. */
function keyOf({ kind, text }: Premise, action: string): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, text, action]))
    .digest("base64");
}

const unavailable = (cause: string) => new AppError("unavailable", "rules cannot be classified now", { cause });
