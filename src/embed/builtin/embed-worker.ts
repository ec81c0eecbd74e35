import { ModelWorker } from "../../onnx/model-worker.ts";
import type { WorkerRequest, WorkerStart } from "./worker.ts";

/** Of one text, as of the model's loading: each takes less than a second. */
const patienceMs = 60_000;

/** This side of the worker that embeds. */
export class EmbedWorker extends ModelWorker<WorkerRequest, Float32Array | undefined> {
  constructor(start: WorkerStart) {
    super(import.meta.url, {
      name: "embedder",
      workerData: start,
      patienceMs,
      failure: "the built-in embedder failed",
    });
  }

  /** `undefined` of a text that the model cannot read. */
  embed(text: string): Promise<Float32Array | undefined> {
    return this.ask({ text });
  }
}
