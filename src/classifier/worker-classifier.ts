import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../error.ts";
import type { Chances, PairClassifier, Premise } from "../memory/conflict/classifier.ts";
import type { WorkerAnswer, WorkerRequest } from "./worker.ts";

/** The worker's file beside this one, in the sources as in the build. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
/** That wait at once; a pair takes some 10 ms. */
const pairsMax = 128;
/** Of a request, the model's loading included; who takes longer is ended. */
const patienceMs = 10_000;
/** Pairs whose chances are known without asking again. */
const rememberedMax = 4_096;

type Pending = { settle(answer: WorkerAnswer): void };

/** Classifies in a worker thread, which begins with the first pair. One that died is replaced at the next. */
export class WorkerClassifier implements PairClassifier {
  readonly #remembered = new Map<string, Chances | undefined>();
  readonly #pending: Pending[] = [];
  #worker: Worker | undefined;
  #closed = false;

  async classify(premises: readonly Premise[], action: string): Promise<(Chances | undefined)[]> {
    return Promise.all(premises.map((premise) => this.#one(premise, action)));
  }

  /** At once: what is asked then fails. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  async #one(premise: Premise, action: string): Promise<Chances | undefined> {
    const key = JSON.stringify([premise.kind, premise.text, action]);
    if (this.#remembered.has(key)) return this.#remembered.get(key);
    const answer = await this.#ask({ premise, action });
    if (!("chances" in answer)) throw unavailable("error" in answer ? answer.error : "an answer of another kind");
    if (this.#remembered.size >= rememberedMax) this.#remembered.delete(this.#remembered.keys().next().value!);
    this.#remembered.set(key, answer.chances);
    return answer.chances;
  }

  #ask(request: WorkerRequest): Promise<WorkerAnswer> {
    if (this.#closed) throw unavailable("it is closed");
    if (this.#pending.length >= pairsMax) throw unavailable("too many pairs wait");
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const patience = setTimeout(() => void worker.terminate(), patienceMs);
      this.#pending.push({
        settle(answer) {
          clearTimeout(patience);
          resolve(answer);
        },
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, { name: "classifier" });
    let cause = "the worker ended";
    worker.on("error", (error) => (cause = String(error)));
    worker.on("exit", () => {
      this.#worker = undefined;
      for (const { settle } of this.#pending.splice(0)) settle({ error: cause });
    });
    worker.on("message", (answer: WorkerAnswer) => {
      if (!("ready" in answer)) this.#pending.shift()?.settle(answer);
    });
    worker.unref();
    return worker;
  }
}

const unavailable = (cause: string) => new AppError("unavailable", "rules cannot be classified now", { cause });
