import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "../error.ts";
import type { Chances, PairClassifier, Premise } from "../memory/conflict/classifier.ts";
import { ModelWorker } from "../onnx/model-worker.ts";
import type { WorkerRequest } from "./worker.ts";

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

const failure = "rules cannot be classified now";

type PairWorker = ModelWorker<WorkerRequest, Chances | undefined>;
type Remembered = { chances: Chances | undefined };

/** Classifies in a worker thread, which begins with the first pair. One that died is replaced at the next. */
export class ThreadedClassifier implements PairClassifier {
  readonly #onError: (error: unknown) => void;
  readonly #remembered = new LRUCache<string, Remembered>({ max: rememberedMax });
  #worker: PairWorker | undefined;
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
    worker.leave(new Error("it is closed"));
    await worker.close();
  }

  async #one(premise: Premise, action: string): Promise<Chances | undefined> {
    if (premise.text.length + action.length > charsMax) return undefined;
    const key = keyOf(premise, action);
    const remembered = this.#remembered.get(key);
    if (remembered) return remembered.chances;
    const chances = await this.#live().ask({ premise, action });
    this.#remembered.set(key, { chances });
    return chances;
  }

  #live(): PairWorker {
    if (this.#closed) throw unavailable("it is closed");
    if (performance.now() < this.#startsAtMs) throw unavailable("its worker did not begin");
    this.#worker ??= this.#start();
    if (this.#worker.waiting >= pairsMax) throw unavailable("too many pairs wait");
    return this.#worker;
  }

  #start(): PairWorker {
    const worker: PairWorker = new ModelWorker(import.meta.url, {
      name: "classifier",
      patienceMs,
      failure,
      onGone: (cause) => {
        this.#worker = undefined;
        if (!this.#closed) this.#onError(new Error("rules cannot be classified", { cause }));
      },
    });
    worker.ready.catch(() => (this.#startsAtMs = performance.now() + backOffMs));
    return worker;
  }
}

/** By hash: no text is kept. */
const keyOf = ({ kind, text }: Premise, action: string): string =>
  hash("sha256", JSON.stringify([kind, text, action]), "base64");

const unavailable = (cause: string) => new AppError("unavailable", failure, { cause: new Error(cause) });
