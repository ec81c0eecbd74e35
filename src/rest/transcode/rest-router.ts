import { create, type DescMethod, type DescService, type JsonValue } from "@bufbuild/protobuf";
import {
  createServiceImplSpec,
  type HandlerContext,
  type Interceptor,
  type MethodImplSpec,
  type ServiceImpl,
} from "@connectrpc/connect";
import { AppError } from "../../error.ts";
import { bindingsOf, type Binding } from "./binding.ts";
import type { BodyRoom } from "../body-room.ts";
import { answered } from "../caller-gone.ts";
import { readBody } from "./body.ts";
import { RestAnswer, RestContext } from "./context.ts";
import { Deadlines } from "../deadlines.ts";
import { RequestTimeout } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { parseJson } from "./json/parse.ts";
import { send } from "../reply.ts";
import { Router, type PathVariable } from "./router.ts";

/** A service, and what answers for it. Methods without an implementation have no REST route. */
export type Mounted = { service: DescService; implementation: Partial<ServiceImpl<DescService>> };

/** Pairs a service with its implementation, checked against each other. */
export function mount<S extends DescService>(service: S, implementation: Partial<ServiceImpl<S>>): Mounted {
  // ServiceImpl<S> is no subtype of ServiceImpl<DescService>; the signature has checked the pair.
  return { service, implementation: implementation as Mounted["implementation"] };
}

export type RestRouterOptions = {
  services: Mounted[];
  /** The same list as for RPC. An interceptor passes on the request object that it got. */
  interceptors: Interceptor[];
  /** Runs before the body is read: Connect's `requestGate`, for what needs no message, such as authentication. */
  gate: (context: HandlerContext) => void | Promise<void>;
  /** The cap of a method's request body in bytes, as sent and inflated. */
  bodyLimit: (method: DescMethod) => number;
  /** Of the bodies of all requests; each is held until it is answered. */
  room: Pick<BodyRoom, "hold">;
  /** How long a request may take: 408 if it has not arrived by then, else 504. */
  deadlineMs: number;
};

export type RestRoute = {
  /** Its template. */
  path: string;
  /** Answers the request, or throws what the caller is to be told. */
  serve(exchange: Exchange, variables: PathVariable[], query: string): Promise<void>;
};

export type RestRouter = Router<RestRoute>;

/** Compiles the google.api.http rules of all services. Throws on a duplicate route and on a field that does not exist. */
export function createRestRouter(options: RestRouterOptions): RestRouter {
  const router: RestRouter = new Router();
  const way: Way = { ...options, deadlines: new Deadlines(options.deadlineMs) };
  for (const { service, implementation } of options.services) {
    for (const [name, spec] of Object.entries(createServiceImplSpec(service, implementation).methods)) {
      if (!(name in implementation)) continue;
      for (const binding of bindingsOf(spec.method)) {
        router.add(binding.method, binding.path, routeOf(spec, binding, way));
      }
    }
  }
  return router;
}

type Invoke = ReturnType<Interceptor>;
type Way = Omit<RestRouterOptions, "services"> & { deadlines: Deadlines };

function routeOf(spec: MethodImplSpec, binding: Binding, way: Way): RestRoute {
  const { interceptors, gate, deadlineMs, deadlines } = way;
  if (spec.kind !== "unary") throw new Error(`${spec.method.name}: REST takes unary methods only`);
  const { method } = spec;
  const limit = way.bodyLimit(method);
  const invoke = interceptors.reduceRight<Invoke>((next, interceptor) => interceptor(next), terminal(spec));

  async function answer(exchange: Exchange, context: RestContext, parts: Parts): Promise<string> {
    exchange.isCounted = true;
    await gate(context);
    using held = way.room.hold();
    const body = binding.hasBody ? jsonOf(await readBody(exchange, { limit, held })) : undefined;
    if (parts.late) throw new RequestTimeout(); // which its caller was told, and holds for what would be done
    parts.received = true;
    context.message = binding.decode({ body, query: parts.query, variables: parts.variables });
    const { message } = await invoke(context);
    return JSON.stringify(binding.encode(message as Parameters<Binding["encode"]>[0])); // unary: one message
  }

  return {
    path: binding.path,
    async serve(exchange, variables, query) {
      const context = new RestContext(exchange, method, deadlineMs);
      const parts: Parts = { query, variables, received: !binding.hasBody, late: false };
      try {
        const text = await deadlines.within(answer(exchange, context, parts), () => {
          const late = parts.received
            ? new AppError("deadline_exceeded", "the answer took too long")
            : new RequestTimeout();
          parts.late = true;
          context.end(late);
          return late;
        });
        context.responseHeaderIfAny?.forEach((value, name) => void exchange.response.setHeader(name, value));
        send(exchange, 200, text);
      } finally {
        context.end(answered);
      }
    },
  };
}

/** Without a body all members are absent. */
function jsonOf(body: Buffer): JsonValue {
  return body.length === 0 ? {} : parseJson(body);
}

type Parts = { query: string; variables: PathVariable[]; received: boolean; late: boolean };

function terminal(spec: MethodImplSpec & { kind: "unary" }): Invoke {
  const { method } = spec;
  return async (request) => {
    // Its getters would be lost on a copy.
    if (!(request instanceof RestContext)) throw new Error("an interceptor must pass on the request that it got");
    const message = create(method.output, await spec.impl(request.message, request));
    return new RestAnswer(request, message);
  };
}
