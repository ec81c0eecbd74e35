import { type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

/** Connects to a server; every call carries the key. Connect over HTTP/1.1: gRPC and gRPC-Web differ in this function only. */
export function connect(baseUrl: string, key: string) {
  const authorize: Interceptor = (next) => (request) => {
    if (key !== "") request.header.set("authorization", `Bearer ${key}`);
    return next(request);
  };
  return createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors: [authorize] });
}
