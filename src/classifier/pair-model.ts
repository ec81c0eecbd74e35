import { classifierFile, embedderName, modelFolder } from "../onnx/files.ts";
import { Session } from "../onnx/session.ts";
import { softmax } from "../onnx/softmax.ts";
import { Tokeniser } from "../onnx/tokeniser.ts";
import type { Chances, Premise } from "../memory/conflict/classifier.ts";

/** What the model was trained on at a time, the three special tokens included. */
const tokensMax = 128;

/** The loaded model: model/rule-classifier/README.md says what it is. */
export class PairModel {
  readonly #session: Session;
  readonly #tokeniser: Tokeniser;

  private constructor(session: Session, tokeniser: Tokeniser) {
    this.#session = session;
    this.#tokeniser = tokeniser;
  }

  static async load(): Promise<PairModel> {
    // All models have one vocabulary.
    return new PairModel(await Session.load(classifierFile(), 1), new Tokeniser(modelFolder(embedderName)));
  }

  /** `undefined` where the two are longer than what the model was trained on. */
  async classify({ kind, text }: Premise, action: string): Promise<Chances | undefined> {
    const rule = this.#tokeniser.closed(this.#tokeniser.encodePart(`${kind}: ${text}`));
    const [, ...act] = this.#tokeniser.closed(this.#tokeniser.encodePart(action));
    if (rule.length + act.length > tokensMax) return undefined;
    const scores = await this.#session.run([...rule, ...act], "scores", rule.length);
    const [keeps, doubtful, breaks] = Array.from(softmax(scores)) as [number, number, number]; // by the recipe
    return { keeps, doubtful, breaks };
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
