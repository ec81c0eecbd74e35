import * as connect from "@connectrpc/connect/protocol-connect";
import * as grpc from "@connectrpc/connect/protocol-grpc";

/** Node's timers wait no longer, 24 days, and end at once where they should. */
const longestMs = 2 ** 31 - 1;

const dialects = [
  { name: "grpc-timeout", parse: grpc.parseTimeout },
  { name: "connect-timeout-ms", parse: connect.parseTimeout },
];

/** Takes a caller's deadline out of a request's headers where it is as good as none. */
export function withoutEndless(header: Headers): void {
  for (const { name, parse } of dialects) {
    const { timeoutMs = 0 } = parse(header.get(name), Infinity);
    if (timeoutMs > longestMs) header.delete(name);
  }
}
