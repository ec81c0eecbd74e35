import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from "@bufbuild/protobuf";
import { createContextValues, createHandlerContext, type Interceptor, type UnaryRequest } from "@connectrpc/connect";
import type { Account, Key } from "../../src/account/account.ts";
import { callKey, type Call } from "../../src/call.ts";

/** A call as the listener makes it, with its response headers in sight. */
export function fakeCall(headers: Record<string, string> = {}): Call & { set: Record<string, string> } {
  const set: Record<string, string> = {};
  return {
    requestId: "req-1",
    address: "192.0.2.1",
    startedAtMs: 0,
    note: {},
    header: (name) => headers[name],
    repeated: () => undefined,
    setHeader: (name, value) => void (set[name] = value),
    cutAfter: () => undefined,
    set,
  };
}

export const account: Account = { id: "acc_1", name: "default", plan: "pro", createdAtMs: 0 };

export function keyOf(key: Partial<Key>): Key {
  return { id: "key_1", account: account.id, name: "", scopes: [], createdAtMs: 0, ...key };
}

export function contextOf(method: DescMethodUnary, call: Call) {
  const contextValues = createContextValues().set(callKey, call);
  return createHandlerContext({
    service: method.parent,
    method,
    protocolName: "test",
    requestMethod: "POST",
    url: "http://localhost/",
    contextValues,
  });
}

/** Sends a message through one interceptor; answers what came out at its other end. */
export function through<I extends DescMessage>(
  interceptor: Interceptor,
  method: DescMethodUnary<I>,
  init: MessageInitShape<I>,
  call: Call = fakeCall(),
  end: () => Promise<never> | undefined = () => undefined,
): Promise<unknown> {
  const context = contextOf(method, call);
  const request = {
    stream: false,
    method,
    service: method.parent,
    message: create(method.input, init),
    contextValues: context.values,
    requestMethod: "POST",
    url: context.url,
    signal: context.signal,
    header: new Headers(),
  } as UnaryRequest;
  const answer = { stream: false, method, service: method.parent, message: create(method.output) };
  const header = { header: new Headers(), trailer: new Headers() };
  // The generics of a request are lost between interceptors, in Connect too.
  const next = async () => (await end()) ?? ({ ...answer, ...header } as never);
  return interceptor(next)(request).then((response) => response.message);
}
