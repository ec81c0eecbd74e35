import { parentPort } from "node:worker_threads";
import type { Chances, Premise } from "../memory/conflict/classifier.ts";
import { PairModel } from "./pair-model.ts";

/** A pair to classify, or nothing: end. */
export type WorkerRequest = { premise: Premise; action: string } | null;
export type WorkerReply = { chances: Chances | undefined } | { error: string };
/** The first answer says that the model is loaded; then a reply follows each request, in order. */
export type WorkerAnswer = { ready: true } | WorkerReply;

const port = parentPort!;
const answer = (message: WorkerAnswer) => port.postMessage(message);

// At the priority of who answers, unlike its siblings: somebody waits for each pair.
const model = await PairModel.load();
let closing = false;
let last = Promise.resolve(); // one after the other: the model is not released under a pair that runs
port.on("message", (request: WorkerRequest) => {
  if (request === null) closing = true;
  last = last.then(() => (request === null ? close() : classify(request)));
});
answer({ ready: true });

async function close(): Promise<void> {
  await model.release();
  port.close();
}

/** Nobody waits for the answers of a worker that is to end. */
async function classify({ premise, action }: NonNullable<WorkerRequest>): Promise<void> {
  if (closing) return;
  try {
    answer({ chances: await model.classify(premise, action) });
  } catch (error) {
    answer({ error: String(error) });
  }
}
