import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ModelWorker } from "../../src/onnx/model-worker.ts";
import { RunLock } from "../../src/onnx/run-lock.ts";

/** A worker that is late, as all are on a machine that was stopped, is terminated only beside its model. */

const patienceMs = 60_000;
let worker: ModelWorker<"model" | "rules", string>;
let lock: RunLock;
let gate: Int32Array;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  lock = new RunLock();
  const shared = new SharedArrayBuffer(4);
  gate = new Int32Array(shared);
  const workerData = { lock: lock.shared, gate: shared };
  worker = new ModelWorker(import.meta.url, { patienceMs, lock, workerData, failure: "late" });
  await worker.ready;
});
afterEach(async () => {
  vi.useRealTimers();
  await worker.close();
});

test("while it runs its model it is left alone, and answers", async () => {
  const asked = worker.ask("model");
  const state = new Int32Array(lock.shared);
  while (Atomics.load(state, 0) === 0) await turn();
  for (let minute = 0; minute < 3; minute++) vi.advanceTimersByTime(patienceMs);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await asked).toBe("done");
  expect(worker.gone).toBe(false);
});

test("while it runs anything else it is terminated, and begins no run", async () => {
  const asked = worker.ask("rules");
  vi.advanceTimersByTime(patienceMs);
  await expect(asked).rejects.toMatchObject({ code: "unavailable", message: "late" });
  expect(worker.gone).toBe(true);
  await expect(lock.during(async () => {})).rejects.toThrow("ended");
});
