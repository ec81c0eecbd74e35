import { Code, ConnectError, createContextKey, type HandlerContext, type Interceptor } from "@connectrpc/connect";

/*
 * What Connect says of a message that it cannot read is `internal`, as a fault of the server. It is its caller's: where
 * Connect reads there is nothing else of ours that says so, and what it throws that is no ConnectError is no such word of it.
 */

const isReadKey = createContextKey(false, { description: "whether an interceptor has seen the call" });

/**
 * To be called behind the gate, before Connect reads. Of a unary call no interceptor sees such an error: but Connect ends
 * the call's signal with it, and writes it to the wire after that.
 */
export function blameCaller({ signal, values }: Pick<HandlerContext, "signal" | "values">): void {
  signal.addEventListener("abort", () => !values.get(isReadKey) && blame(signal.reason), { once: true });
}

/** The first interceptor. A unary call is read where it begins; of a stream, whoever reads its messages gets the error. */
export const blamesCaller: Interceptor = (next) => (request) => {
  request.contextValues.set(isReadKey, true);
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
  if (!(error instanceof ConnectError) || error.code !== Code.Internal) return;
  Object.assign(error, { code: Code.InvalidArgument }); // read-only by its type alone
}
