import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { Model } from "./model.ts";
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

yieldToOthers();
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

/**
 * Where cores are short, whoever answers goes first: a vector may come later, and an answer waits for none but its own.
 * Linux gives each thread a priority of its own, and this thread's to those that the runtime starts from it; elsewhere
 * it would be the whole process's.
 */
function yieldToOthers(): void {
  if (process.platform === "linux") setPriority(10);
}
