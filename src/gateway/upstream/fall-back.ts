import { AppError } from "../../error.ts";
import { discard } from "./discard.ts";
import { neverArrived } from "./failure.ts";
import type { UpstreamAnswer } from "./upstreams.ts";

/**
 * Asks one target after the other, until one does not leave it to the next. What the last one does is told as it is: its
 * answer, whatever its status, or its error.
 */
export async function askInTurn<Target>(
  targets: readonly [Target, ...Target[]],
  send: (target: Target) => Promise<UpstreamAnswer>,
): Promise<{ target: Target; answer: UpstreamAnswer }> {
  const [target, next, ...others] = targets;
  if (next === undefined) return { target, answer: await send(target) };
  try {
    const answer = await send(target);
    if (!isLeftToNext(answer.status)) return { target, answer };
    discard(answer.body);
  } catch (error) {
    if (!mayFallBack(error)) throw error;
  }
  return askInTurn([next, ...others], send);
}

/** Whether an answer's head says that the provider cannot do it now. What it refuses, the next one need not be asked. */
function isLeftToNext(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Whether a target that failed is unavailable. One that did not answer in time may still be at work: it is not. */
export function mayFallBack(error: unknown): boolean {
  return error instanceof AppError && (error.code === "unavailable" || neverArrived(error.cause));
}
