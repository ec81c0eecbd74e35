import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { AppError } from "../../error.ts";
import { gone } from "../caller-gone.ts";

/** Gives a call a signal whose reason is an error of ours: what gives up for it throws what the caller is to be told. */
export const endReasons: Interceptor = (next) => (request) => next({ ...request, signal: ownSignal(request.signal) });

/** Every call ends with its signal aborted, so nothing stays behind. */
function ownSignal(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  const onAbort = () => own.abort(reasonOf(signal.reason));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  return own.signal;
}

// Made once: each call that was answered ends so too.
const late = new AppError("deadline_exceeded", "the caller's deadline has passed");

function reasonOf(reason: unknown): AppError {
  if (reason instanceof AppError) return reason; // why the server ends it
  return reason instanceof ConnectError && reason.code === Code.DeadlineExceeded ? late : gone;
}
