import { parentPort, workerData } from "node:worker_threads";
import { Model } from "./model.ts";
import { lowerPriority } from "../../onnx/lower-priority.ts";
import { workOff } from "../../onnx/work-off.ts";

/** What the worker is started with. */
export type WorkerStart = { threads: number };
/** A text to embed. */
export type WorkerRequest = { text: string };
/** The first answer says that the model is loaded; then one follows each text, in order. */
export type WorkerAnswer = { ready: true } | { vector: Float32Array } | { error: string };

const port = parentPort!;
const { threads } = workerData as WorkerStart; // from BuiltinEngine, which is typed by it
const answer = (message: WorkerAnswer) => port.postMessage(message);

lowerPriority(); // a vector may come later, and an answer waits for none but its own
const model = await Model.load(threads);
workOff(port, embed, () => model.release());
answer({ ready: true });

async function embed({ text }: WorkerRequest): Promise<void> {
  try {
    answer({ vector: await model.embed(text) });
  } catch (error) {
    answer({ error: String(error) });
  }
}
