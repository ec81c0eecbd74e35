import type { ConnectError, Interceptor } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";
import { callOf } from "../caller.ts";
import { toConnectError } from "../errors.ts";

/** Turns whatever is thrown further in into a ConnectError, for every protocol in the same way. */
export function errorInterceptor(): Interceptor {
  return (next) => async (request) => {
    const call = callOf(request.contextValues);
    try {
      const response = await next(request);
      return response.stream ? { ...response, message: reporting(response.message, call) } : response;
    } catch (thrown) {
      throw toReported(thrown, call);
    }
  };
}

/** A stream's handler begins, and fails, only when somebody reads it. */
async function* reporting<T>(messages: AsyncIterable<T>, call: Call): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (thrown) {
    throw toReported(thrown, call);
  }
}

/** The error as it leaves, noted for the log; says in headers whether and when to try again, where that is known. */
export function toReported(thrown: unknown, call: Call): ConnectError {
  const error = toConnectError(thrown, call.requestId);
  const { cause } = error;
  const { note } = call;
  note.code = cause instanceof AppError ? cause.code : codeToString(error.code);
  note.cause = cause instanceof AppError ? cause.cause : cause;
  if (!(cause instanceof AppError)) return error;
  if (cause.retryAfterS !== undefined) call.setHeader("Retry-After", String(cause.retryAfterS));
  if (cause.isLasting) call.setHeader("X-Should-Retry", "false");
  return error;
}
