import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { embedderName, modelFolder, type ModelFile } from "./files.ts";
import { Tokeniser } from "./tokeniser.ts";

/** A model of this version that is loaded. It lives in a worker: the runtime computes on the thread that calls it. */
export class Session {
  readonly #session: InferenceSession;
  /** All models have one vocabulary. */
  readonly tokeniser = new Tokeniser(modelFolder(embedderName));

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** Errors: Error, where the file is not the one that this version was built for. */
  static async load({ path, sha256 }: ModelFile, threads: number): Promise<Session> {
    const bytes = readFileSync(path);
    const found = hash("sha256", bytes);
    if (found !== sha256) throw new Error(`${path} is not the model of this version (sha256 ${found})`);
    return new Session(
      await InferenceSession.create(bytes, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        // Idle threads sleep. Spinning ones are quicker, and burn processor between two texts.
        extra: { session: { intra_op: { allow_spinning: "0" } } },
      }),
    );
  }

  /**
   * One text's tokens, without padding: with company its numbers would change (docs/decisions/0003). `firstOfSecond`: where
   * the second of two texts begins.
   */
  async run(ids: readonly number[], output: string, firstOfSecond = ids.length): Promise<Float32Array> {
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, ids.length]);
    const outputs = await this.#session.run({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length).fill(1n, firstOfSecond)),
    });
    // All outputs of these models are float32: their READMEs and recipes say so.
    return outputs[output]!.data as Float32Array;
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
