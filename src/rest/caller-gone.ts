import type { Exchange, NodeResponse } from "./exchange.ts";

/** Whether nothing more can be sent: the caller is gone, or was answered. Node's response of HTTP/2 does not tell by itself. */
export function isOver(response: NodeResponse): boolean {
  if ("stream" in response) return response.stream.destroyed || response.stream.closed;
  return response.destroyed;
}

/** Whether a response that is over went out whole. HTTP/2 calls a stream finished that was cut, too. */
export function wasAnswered(response: NodeResponse): boolean {
  if ("stream" in response) return response.writableEnded && response.stream.rstCode === 0;
  return response.writableFinished;
}

/**
 * Aborts when the caller goes away before the answer was sent whole; at once, where it is gone already. And for the
 * reason of `stopping`, when that aborts before, or has.
 */
export function callerGone({ response }: Exchange, reason: () => Error, stopping?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(stopping?.reason);
  if (stopping?.aborted) stop();
  else stopping?.addEventListener("abort", stop);
  const end = (): void => {
    stopping?.removeEventListener("abort", stop);
    if (!wasAnswered(response)) controller.abort(reason());
  };
  if (isOver(response)) end();
  else response.once("close", end);
  return controller.signal;
}
