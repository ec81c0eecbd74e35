import { workerData } from "node:worker_threads";
import { lowerPriority } from "../../onnx/lower-priority.ts";
import { workOff } from "../../onnx/work-off.ts";
import { Model } from "./model.ts";

/** What the worker is started with. */
export type WorkerStart = { threads: number };
/** A text to embed. */
export type WorkerRequest = { text: string };

const { threads } = workerData as WorkerStart; // from BuiltinEngine, which is typed by it

lowerPriority(); // a vector may come later, and an answer waits for none but its own
const model = await Model.load(threads);
workOff(
  ({ text }: WorkerRequest) => model.embed(text),
  () => model.release(),
);
