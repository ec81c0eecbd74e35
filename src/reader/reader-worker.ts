import { ModelWorker } from "../onnx/model-worker.ts";
import { RunLock } from "../onnx/run-lock.ts";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./worker.ts";

/** Of its loading, and of one request. A message of 256 KiB takes a second; what takes longer than this never ends. */
const patienceMs = 60_000;
/** What is read in a text is soon garbage: more room for it would only be kept. */
const maxYoungGenerationSizeMb = 8;

/** This side of one worker that reads: one request at a time. */
export class ReaderWorker extends ModelWorker<WorkerRequest, WorkerAnswer> {
  /** `heapMb`: the worker dies of what takes more. */
  constructor(heapMb: number) {
    const lock = new RunLock();
    super(import.meta.url, {
      name: "reader",
      workerData: { lock: lock.shared } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb },
      patienceMs,
      mayLoadLate: true, // another would take as long
      lock, // rules that never end
      failure: "messages cannot be read now",
    });
  }

  /**
   * `undefined` where the worker died of it, or took too long and was ended. Errors: unavailable, where it cannot load or
   * has not yet.
   */
  async read(request: WorkerRequest): Promise<WorkerAnswer | undefined> {
    try {
      return await this.ask(request);
    } catch (error) {
      if (!this.isLoaded) throw error; // it has not seen the messages
      return undefined;
    }
  }
}
