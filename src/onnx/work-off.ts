import type { MessagePort } from "node:worker_threads";

/**
 * A worker's side of `endWorker`: requests one after the other, and null asks for the end. A model is released under no
 * run; of what still waits then, nothing is begun. `work` may ask whether the end is wanted, and answers its own errors.
 */
export function workOff<Request>(
  port: MessagePort,
  work: (request: Request, isEnding: () => boolean) => Promise<void>,
  release: () => Promise<void>,
): void {
  let isEnding = false;
  let last = Promise.resolve();
  const handle = async (request: Request | null): Promise<void> => {
    if (request === null) {
      await release();
      port.close();
    } else if (!isEnding) await work(request, () => isEnding);
  };
  port.on("message", (request: Request | null) => {
    isEnding ||= request === null;
    last = last.then(() => handle(request));
  });
}
