import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { normalise } from "../normalise.ts";
import { DIMENSIONS, MODEL_SHA256, modelFolder } from "./files.ts";
import { Tokeniser } from "./tokeniser.ts";

/** The loaded model. It lives in a worker: the runtime computes on the thread that calls it. */
export class Model {
  readonly #session: InferenceSession;
  readonly #tokeniser: Tokeniser;

  private constructor(session: InferenceSession, tokeniser: Tokeniser) {
    this.#session = session;
    this.#tokeniser = tokeniser;
  }

  static async load(threads: number): Promise<Model> {
    const folder = modelFolder();
    const bytes = readFileSync(join(folder, "model.onnx"));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    if (sha256 !== MODEL_SHA256) throw new Error(`model.onnx is not the model of this version (sha256 ${sha256})`);
    const session = await InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Idle threads sleep. Spinning ones are quicker, and burn processor between two texts.
      extra: { session: { intra_op: { allow_spinning: "0" } } },
    });
    return new Model(session, new Tokeniser(folder));
  }

  /** One text a run, without padding: with company its vector would change (docs/decisions/0003). */
  async embed(text: string): Promise<Float32Array> {
    const ids = this.#tokeniser.encode(text);
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, ids.length]);
    const output = await this.#session.run({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    });
    // The model's one output is float32: its README and the recipe say so.
    return mean(output["last_hidden_state"]!.data as Float32Array);
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

/** The mean over all tokens (none is padding), scaled to length 1. */
function mean(hidden: Float32Array): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (let i = 0; i < hidden.length; i++) vector[i % DIMENSIONS]! += hidden[i]!;
  if (!normalise(vector)) throw new Error("the model gave a vector without direction");
  return vector;
}
