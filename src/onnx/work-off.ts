import { parentPort } from "node:worker_threads";

/** What a worker says: first that its model is loaded; then, in order, what each request came to. */
export type WorkerMessage<Answer> = { ready: true } | { answer: Answer } | { error: string };

/**
 * A worker's side of `ModelWorker`, once its model is loaded: requests one after the other, and null asks for the end. A
 * model is released under no run; of what still waits then, nothing is begun. `work` may ask whether the end is wanted.
 */
export function workOff<Request, Answer>(
  work: (request: Request, isEnding: () => boolean) => Promise<Answer>,
  release: () => Promise<void>,
): void {
  const port = parentPort!; // called in workers only
  const tell = (message: WorkerMessage<Answer>) => port.postMessage(message);
  let isEnding = false;
  let last = Promise.resolve();
  const handle = async (request: Request | null): Promise<void> => {
    if (request === null) {
      await release();
      port.close();
    } else if (!isEnding) {
      try {
        tell({ answer: await work(request, () => isEnding) });
      } catch (error) {
        tell({ error: String(error) });
      }
    }
  };
  port.on("message", (request: Request | null) => {
    isEnding ||= request === null;
    last = last.then(() => handle(request));
  });
  tell({ ready: true });
}
