import { AppError } from "../error.ts";
import type { Exchange, NodeResponse } from "./exchange.ts";

/** The reasons of a signal whose request is over. Made once: without a reason each abort costs an exception. */
export const gone = new AppError("cancelled", "the caller went away");
export const answered = new AppError("cancelled", "the request has been answered");

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
 * Aborts, as cancelled, when the caller goes away before the answer was sent whole; at once, where it is gone already. And
 * for the reason of any of `others` that aborts before, or has.
 */
export function whileCalled({ response }: Exchange, ...others: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(others.find(({ aborted }) => aborted)?.reason);
  for (const other of others) other.addEventListener("abort", stop);
  if (others.some(({ aborted }) => aborted)) stop();
  const end = (): void => {
    for (const other of others) other.removeEventListener("abort", stop);
    if (!wasAnswered(response)) controller.abort(gone);
  };
  if (isOver(response)) end();
  else response.once("close", end);
  return controller.signal;
}
