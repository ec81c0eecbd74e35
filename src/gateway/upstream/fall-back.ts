import { AppError } from "../../error.ts";
import { discard } from "./discard.ts";
import { neverArrived } from "./failure.ts";
import type { UpstreamAnswer } from "./upstreams.ts";

/** What one target did. */
type Told<Target> = { target: Target } & ({ answer: UpstreamAnswer } | { error: unknown });

/**
 * Asks one target after another, until one of them settles it. The outcome is what the last one did: its answer, whatever
 * its status, or its error. A stand-in may refuse for reasons that have nothing to do with the caller: then the next is
 * asked, and if none is left, the outcome is what the first one did.
 */
export async function askInTurn<Target>(
  targets: readonly [Target, ...Target[]],
  send: (target: Target) => Promise<UpstreamAnswer>,
): Promise<{ target: Target; answer: UpstreamAnswer }> {
  const [target, ...standIns] = targets;
  const first = await ask(target, send);
  if (!isUnavailable(first)) return outcome(first);
  let last = first;
  for (const standIn of standIns) {
    if (last !== first) letGo(last);
    last = await ask(standIn, send);
    if (!isUnavailable(last) && !isRefused(last)) break;
  }
  const told = last !== first && isRefused(last) ? first : last;
  for (const other of new Set([first, last])) if (other !== told) letGo(other);
  return outcome(told);
}

async function ask<Target>(target: Target, send: (target: Target) => Promise<UpstreamAnswer>): Promise<Told<Target>> {
  try {
    return { target, answer: await send(target) };
  } catch (error) {
    return { target, error };
  }
}

function isUnavailable(told: Told<unknown>): boolean {
  return "answer" in told ? told.answer.status === 429 || told.answer.status >= 500 : mayFallBack(told.error);
}

/** Whether a provider does not take this request, or it cannot be put in its dialect. */
function isRefused(told: Told<unknown>): boolean {
  if ("error" in told) return told.error instanceof AppError && told.error.code === "invalid_argument";
  return told.answer.status >= 400 && !isUnavailable(told);
}

/** Whether a target that failed is unavailable. One that did not answer in time may still be at work: it is not. */
export function mayFallBack(error: unknown): boolean {
  return error instanceof AppError && (error.code === "unavailable" || neverArrived(error.cause));
}

function letGo(told: Told<unknown>): void {
  if ("answer" in told) discard(told.answer.body);
}

function outcome<Target>(told: Told<Target>): { target: Target; answer: UpstreamAnswer } {
  if ("error" in told) throw told.error;
  return told;
}
