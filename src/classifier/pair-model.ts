import { classifierFile } from "../onnx/files.ts";
import { Session } from "../onnx/session.ts";
import { softmax } from "../onnx/softmax.ts";
import type { Chances, Premise } from "../memory/conflict/classifier.ts";

/** What the model was trained on at a time, the three special tokens included. */
const tokensMax = 128;

/** The loaded model: model/rule-classifier/README.md says what it is. */
export class PairModel {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async load(): Promise<PairModel> {
    return new PairModel(await Session.load(classifierFile(), 1));
  }

  /** `undefined` where the two are longer than what the model was trained on. */
  async classify({ kind, text }: Premise, action: string): Promise<Chances | undefined> {
    const { tokeniser } = this.#session;
    const rule = tokeniser.closed(tokeniser.encodePart(`${kind}: ${text}`));
    const [, ...act] = tokeniser.closed(tokeniser.encodePart(action));
    if (rule.length + act.length > tokensMax) return undefined;
    const scores = await this.#session.run([...rule, ...act], "scores", rule.length);
    const [keeps, doubtful, breaks] = Array.from(softmax(scores)) as [number, number, number]; // by the recipe
    return { keeps, doubtful, breaks };
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
