import type { Worker } from "node:worker_threads";

const patienceMs = 5_000;

/**
 * Asks a worker for its end, and waits for it so long. It is not terminated: under a run of ONNX Runtime that aborts the
 * whole process. One that does not end keeps nothing alive. For workers that take null as "end when you are done".
 */
export async function endWorker(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return; // it has ended before
  const over = Promise.withResolvers<void>();
  const patience = setTimeout(over.resolve, patienceMs);
  worker.once("exit", over.resolve);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
  worker.postMessage(null);
  await over.promise;
  clearTimeout(patience);
  worker.unref();
}
