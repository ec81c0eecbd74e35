import { workerData } from "node:worker_threads";
import { lowerPriority } from "../../onnx/lower-priority.ts";
import { workOff } from "../../onnx/work-off.ts";
import { embedderDimensions, embedderFile } from "../../onnx/files.ts";
import { Session } from "../../onnx/session.ts";
import { normalise } from "../normalise.ts";
import { withoutLanguage } from "./language.ts";

/** What the worker is started with. */
export type WorkerStart = { threads: number };
/** A text to embed. */
export type WorkerRequest = { text: string };

const { threads } = workerData as WorkerStart; // from BuiltinEngine, which is typed by it

lowerPriority(); // a vector may come later, and an answer waits for none but its own
const session = await Session.load(embedderFile(), threads);
workOff(embed, () => session.release());

/** `undefined` of a text that the model cannot read. */
async function embed({ text }: WorkerRequest): Promise<Float32Array | undefined> {
  const ids = session.tokeniser.encodeReadable(text);
  return ids && withoutLanguage(text, mean(await session.run(ids, "last_hidden_state")));
}

/** The mean over all tokens (none is padding), scaled to length 1. */
function mean(hidden: Float32Array): Float32Array {
  const vector = new Float32Array(embedderDimensions);
  for (let i = 0; i < hidden.length; i++) vector[i % embedderDimensions]! += hidden[i]!;
  if (!normalise(vector)) throw new Error("the model gave a vector without direction");
  return vector;
}
