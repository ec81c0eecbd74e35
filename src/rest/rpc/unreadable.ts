import { Code, ConnectError, type HandlerContext, type Interceptor } from "@connectrpc/connect";

/** What Connect says of a message that it cannot read, as a fault of the server. It is its caller's. */
const unreadable = /^(parse binary: |received compressed envelope, but do not know how to decompress)/u;

/**
 * Of a unary call no interceptor sees such an error: but Connect ends the call's signal with it, and writes it to the wire
 * after that.
 */
export function blameCaller({ signal }: HandlerContext): void {
  signal.addEventListener("abort", () => blame(signal.reason), { once: true });
}

/** Of a stream, whoever reads its messages gets the error. */
export const streamsBlameCaller: Interceptor = (next) => (request) => {
  return next(request.stream ? { ...request, message: blaming(request.message) } : request);
};

async function* blaming<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    blame(error);
    throw error;
  }
}

function blame(error: unknown): void {
  if (!(error instanceof ConnectError) || error.code !== Code.Internal || !unreadable.test(error.rawMessage)) return;
  Object.assign(error, { code: Code.InvalidArgument }); // read-only by its type alone
}
