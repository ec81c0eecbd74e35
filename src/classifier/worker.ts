import type { Chances, Premise } from "../memory/conflict/classifier.ts";
import { classifierFile } from "../onnx/files.ts";
import { Session } from "../onnx/session.ts";
import { softmax } from "../onnx/softmax.ts";
import { workOff } from "../onnx/work-off.ts";

export type WorkerRequest = { premise: Premise; action: string };

/** What the model was trained on at a time, the three special tokens included. */
const tokensMax = 128;

// At the priority of who answers, unlike its siblings: somebody waits for each pair.
const session = await Session.load(classifierFile(), 1);
workOff(classify, () => session.release());

/**
 * By the model of which model/rule-classifier/README.md tells. `undefined` where the two are longer than what it was
 * trained on.
 */
async function classify({ premise, action }: WorkerRequest): Promise<Chances | undefined> {
  const { tokeniser } = session;
  const rule = tokeniser.closed(tokeniser.encodePart(`${premise.kind}: ${premise.text}`));
  const [, ...act] = tokeniser.closed(tokeniser.encodePart(action));
  if (rule.length + act.length > tokensMax) return undefined;
  const scores = await session.run([...rule, ...act], "scores", rule.length);
  const [keeps, doubtful, breaks] = Array.from(softmax(scores)) as [number, number, number]; // by the recipe
  return { keeps, doubtful, breaks };
}
