import { AppError } from "../../error.ts";
import type { Engine } from "../engine.ts";
import { embedderDimensions, embedderName, embedderSha256 } from "../../onnx/files.ts";
import { textCharsMax } from "../../onnx/tokeniser.ts";
import { EmbedWorker } from "./embed-worker.ts";

export type BuiltinConfig = {
  kind: "builtin";
  /** Threads that share the work of one text. Default 1; the vectors are the same with any number. */
  threads?: number;
};

/** The model that comes with Cairn, in a worker of its own. A worker that died is replaced at the next text. */
export class BuiltinEngine implements Engine {
  readonly fingerprint = `builtin/${embedderName}@${embedderSha256.slice(0, 12)}`;
  readonly dimensions = embedderDimensions;
  /** What scores and thresholds were chosen with. Measured, it is .04. */
  readonly unrelated = { query: 0, document: 0 };
  readonly batchMax = 1;
  readonly runsMax = 1;
  readonly #threads: number;
  #worker: EmbedWorker | undefined;
  #closed = false;

  constructor(config: BuiltinConfig) {
    this.#threads = config.threads ?? 1;
  }

  prepare(text: string): string {
    return text.slice(0, textCharsMax);
  }

  async start(): Promise<void> {
    await this.#live().ready;
  }

  async run(texts: string[]): Promise<(Float32Array | undefined)[]> {
    const vectors: (Float32Array | undefined)[] = [];
    for (const text of texts) vectors.push(await this.#live().embed(text));
    return vectors;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.close();
  }

  #live(): EmbedWorker {
    if (this.#closed) throw new AppError("unavailable", "the embedder is closed");
    if (this.#worker === undefined || this.#worker.gone) this.#worker = new EmbedWorker({ threads: this.#threads });
    return this.#worker;
  }
}
