import { create, type DescMethod, type DescMethodUnary, type Message } from "@bufbuild/protobuf";
import {
  createContextValues,
  createHandlerContext,
  createServiceImplSpec,
  type HandlerContext,
  type Interceptor,
  type MethodImplSpec,
  type UnaryRequest,
} from "@connectrpc/connect";
import type { Caller } from "../account/account.ts";
import { callKey, type Call } from "../call.ts";
import { answered } from "../rest/caller-gone.ts";
import type { Mounted } from "../rest/transcode/rest-router.ts";
import { accessOf, rpcName } from "../rpc/access.ts";
import { callerKey } from "../rpc/caller.ts";
import { permit } from "../rpc/gate/permit.ts";
import { toReported } from "../rpc/interceptor/error.ts";
import type { Ask } from "./asker.ts";

/** RPCs of this process for a caller who was let in, and is counted: each asks for its scope, then goes as others do. */
export type LocalAsk = (call: Call, caller: Caller) => Ask;

export function createLocalAsk(services: readonly Mounted[], interceptors: readonly Interceptor[]): LocalAsk {
  const invokers = new Map<DescMethod, Invoke>();
  for (const { service, implementation } of services) {
    for (const spec of Object.values(createServiceImplSpec(service, implementation).methods)) {
      if (spec.kind === "unary") invokers.set(spec.method, invokerOf(spec, interceptors));
    }
  }
  return (call, caller) => async (method, request, signal) => {
    const invoke = invokers.get(method);
    if (invoke === undefined) throw new Error(`nothing answers for ${rpcName(method)}`);
    const values = createContextValues().set(callKey, call).set(callerKey, caller);
    call.note.rpc = rpcName(method);
    try {
      permit(caller, accessOf(method));
    } catch (error) {
      throw toReported(error, call);
    }
    const context = createHandlerContext({
      service: method.parent,
      method,
      protocolName: "mcp",
      requestMethod: "POST",
      url: `http://localhost/${rpcName(method)}`,
      contextValues: values,
      requestSignal: signal,
    });
    try {
      // What answers for a method makes its output.
      return (await invoke(request, context)) as never;
    } finally {
      // Else the caller's signal, which over stdio lasts as long as the process, would keep it.
      context.abort(answered);
    }
  };
}

type Invoke = (message: Message, context: HandlerContext) => Promise<Message>;

function invokerOf(spec: MethodImplSpec & { kind: "unary" }, interceptors: readonly Interceptor[]): Invoke {
  const { method, impl } = spec;
  return async (message, context) => {
    const { responseHeader: header, responseTrailer: trailer } = context;
    const answer = async (request: { message: unknown }) => ({
      stream: false as const,
      service: method.parent,
      method,
      header,
      trailer,
      message: create(method.output, await impl(request.message as Message, context)), // as it was validated
    });
    const run = interceptors.reduceRight<ReturnType<Interceptor>>((next, each) => each(next), answer);
    const response = await run(requestOf(method, message, context));
    return response.message as Message; // unary: one message
  };
}

function requestOf(method: DescMethodUnary, message: Message, context: HandlerContext): UnaryRequest {
  const { service, requestMethod, url, signal, values: contextValues, requestHeader: header } = context;
  return { stream: false, service, method, requestMethod, url, signal, header, contextValues, message };
}
