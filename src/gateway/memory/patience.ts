/** Thrown where memory took longer than it may. */
export class TooLate extends Error {
  override readonly name = "TooLate";
}

/**
 * What work brings, unless the caller goes or patience ends before: then it goes on, and nobody waits for it. Errors:
 * TooLate; the caller's reason; what the work throws.
 */
export async function inTime<T>(work: Promise<T>, caller: AbortSignal, patience: AbortSignal): Promise<T> {
  const signal = AbortSignal.any([caller, patience]);
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(patience.aborted ? new TooLate() : caller.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
