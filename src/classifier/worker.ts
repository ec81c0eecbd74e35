import { parentPort } from "node:worker_threads";
import { workOff } from "../onnx/work-off.ts";
import type { Chances, Premise } from "../memory/conflict/classifier.ts";
import { PairModel } from "./pair-model.ts";

export type WorkerRequest = { premise: Premise; action: string };
export type WorkerReply = { chances: Chances | undefined } | { error: string };
/** The first answer says that the model is loaded; then a reply follows each request, in order. */
export type WorkerAnswer = { ready: true } | WorkerReply;

const port = parentPort!;
const answer = (message: WorkerAnswer) => port.postMessage(message);

// At the priority of who answers, unlike its siblings: somebody waits for each pair.
const model = await PairModel.load();
workOff(port, classify, () => model.release());
answer({ ready: true });

async function classify({ premise, action }: WorkerRequest): Promise<void> {
  try {
    answer({ chances: await model.classify(premise, action) });
  } catch (error) {
    answer({ error: String(error) });
  }
}
