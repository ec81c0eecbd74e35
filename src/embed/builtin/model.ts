import { normalise } from "../normalise.ts";
import { embedderDimensions, embedderFile } from "../../onnx/files.ts";
import { Session } from "../../onnx/session.ts";

/** The loaded embedder. */
export class Model {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async load(threads: number): Promise<Model> {
    return new Model(await Session.load(embedderFile(), threads));
  }

  /** `undefined` of a text that it cannot read. */
  async embed(text: string): Promise<Float32Array | undefined> {
    const ids = this.#session.tokeniser.encodeReadable(text);
    return ids && mean(await this.#session.run(ids, "last_hidden_state"));
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

/** The mean over all tokens (none is padding), scaled to length 1. */
function mean(hidden: Float32Array): Float32Array {
  const vector = new Float32Array(embedderDimensions);
  for (let i = 0; i < hidden.length; i++) vector[i % embedderDimensions]! += hidden[i]!;
  if (!normalise(vector)) throw new Error("the model gave a vector without direction");
  return vector;
}
