import { workerData } from "node:worker_threads";
import { RunLock } from "../../src/onnx/run-lock.ts";
import { workOff } from "../../src/onnx/work-off.ts";

/** A worker that runs a model until its gate opens, or goes on without one for ever. */

const { lock: shared, gate } = workerData as Record<"lock" | "gate", SharedArrayBuffer>; // from the test beside it
const lock = new RunLock(shared);

workOff(
  async (request: "model" | "rules") => {
    if (request === "model") await lock.during(async () => Atomics.wait(new Int32Array(gate), 0, 0));
    else for (;;);
    return "done";
  },
  async () => {},
);
