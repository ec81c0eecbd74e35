import type { AddressInfo } from "node:net";
import type { HandlerContext, Interceptor, ServiceImpl } from "@connectrpc/connect";
import { createValidator } from "@bufbuild/protovalidate";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { callKey, type Answered, type Call } from "../../src/call.ts";
import { AppError, notFound } from "../../src/error.ts";
import type { Page } from "../../src/rest/dispatch.ts";
import { send } from "../../src/rest/reply.ts";
import { Listener, type ListenerOptions } from "../../src/rest/listen/listener.ts";
import { createRpcHandler } from "../../src/rest/rpc/handler.ts";
import { BodyRoom } from "../../src/rest/body-room.ts";
import { createRestRouter, mount, type RestRouterOptions } from "../../src/rest/transcode/rest-router.ts";
import { toConnectError } from "../../src/rpc/errors.ts";
import { errorInterceptor } from "../../src/rpc/interceptor/error.ts";
import { addHealth, HealthBoard } from "../../src/rpc/health.ts";
import { addReflection } from "../../src/rpc/reflection.ts";

export type Harness = {
  url: string;
  port: number;
  events: Answered[];
  faults: unknown[];
  /** The protocols that the interceptor saw. */
  seen: string[];
  /** The calls that were counted, as often as they were. */
  counted: Call[];
  /** Signals of the calls that hang. */
  signals: AbortSignal[];
  /** What health says. */
  readiness: { isReady: boolean };
  board: HealthBoard;
  close(graceMs?: number): Promise<void>;
};

const validator = createValidator();

/** The real contract over an implementation that only echoes. */
export async function startHarness(
  options: Partial<ListenerOptions> &
    Partial<Pick<RestRouterOptions, "deadlineMs" | "gate" | "bodyLimit" | "room">> = {},
): Promise<Harness> {
  const counted: Call[] = [];
  /** Shows that the call was counted, by the gate or because that has not seen it. */
  const count = (call: Call): void => {
    counted.push(call);
    call.setHeader("X-RateLimit-Remaining", "7");
  };
  const counts = ({ values }: HandlerContext): void => count(values.get(callKey)!);
  const { room = new BodyRoom(), deadlineMs = 30_000, gate = counts } = options;
  const events: Answered[] = [];
  const faults: unknown[] = [];
  const seen: string[] = [];
  const signals: AbortSignal[] = [];
  const memory: Partial<ServiceImpl<typeof MemoryService>> = {
    async search({ query, limit }, context) {
      seen.push(context.protocolName);
      if (query === "crash") throw new Error("a secret of the server");
      if (query.startsWith("limit")) {
        throw new AppError("rate_limited", "spent", { retryAfterS: Number(query.split(" ")[1] ?? 3) });
      }
      if (query.startsWith("hang")) {
        signals.push(context.signal);
        await new Promise((resolve) => setTimeout(resolve, Number(query.split(" ")[1] ?? 60_000)));
      }
      return { retrievalId: "ret_1", results: [{ content: query.slice(0, 5000) }], timingMs: limit ?? 0.5 };
    },
    getMessage({ id, userId }) {
      if (id === "none") throw notFound("message", id);
      return { message: { id, userId: userId ?? "system", metadata: { deep: [1, { a: null }] } } };
    },
    addMessage: ({ content }) => ({ id: "msg_1", message: content }),
    addMessages: ({ messages }) => ({ ids: messages.map((_, index) => `msg_${index}`) }),
    deleteMessage: ({ id }) => ({ erasure: { id } }),
  };
  const patterns: Partial<ServiceImpl<typeof PatternsService>> = {
    listPatterns: ({ tags, limit, userId }) => ({ patterns: [{ tags, userId }], total: limit ?? -1 }),
    editPattern: ({ id, updateMask, tags }) => ({ pattern: { id, tags, worksWhen: updateMask?.paths ?? [] } }),
  };
  const services = [mount(MemoryService, memory), mount(PatternsService, patterns)];
  const readiness = { isReady: false };
  const isReady = () => Promise.resolve(readiness.isReady);
  const board = new HealthBoard([MemoryService, PatternsService], isReady, { askMs: 10 });
  const rpc = createRpcHandler({
    room: () => room,
    interceptors: [errorInterceptor(), mark, validate],
    gate,
    deadlineMs,
    patient: () => false,
    readMaxBytes: 2 << 20,
    routes(router) {
      for (const { service, implementation } of services) router.service(service, implementation);
      addHealth(router, board);
      addReflection(router, [MemoryService, PatternsService]);
    },
  });
  const rest = createRestRouter({
    room,
    services,
    interceptors: [mark, validate],
    bodyLimit: options.bodyLimit ?? ((method) => (method.name === "AddMessages" ? 16 << 20 : 2 << 20)),
    gate,
    deadlineMs,
  });
  const listener = new Listener({
    rest,
    pages: new Map<string, Page>([
      ["/healthz", page("dispatcher")],
      ["/itself", page("itself")],
      ["/never", page("never")],
      [
        "/broken",
        { methods: ["POST"], counts: "dispatcher", serve: () => Promise.reject(new Error("a page that fails")) },
      ],
    ]),
    rpc: { services: [MemoryService, PatternsService, Health, ServerReflection, ServerReflectionAlpha], handler: rpc },
    count,
    look: (call) => call.setHeader("X-RateLimit-Remaining", "8"),
    onFault: (error) => faults.push(error),
    onResponse: (event) => events.push(event),
    ...options,
  });
  const { port }: AddressInfo = await listener.listen(0, "127.0.0.1");
  const close = (graceMs = 1_000): Promise<void> => listener.close(graceMs);
  return { url: `http://127.0.0.1:${port}`, port, events, faults, seen, counted, signals, readiness, board, close };
}

function page(counts: Page["counts"]): Page {
  return { methods: ["GET"], counts, serve: (exchange) => send(exchange, 200, "ok", {}, "text/plain") };
}

/** Refuses one key, and shows that it saw the call. */
const mark: Interceptor = (next) => (request) => {
  const call: Call | undefined = request.contextValues.get(callKey);
  call?.setHeader("X-RateLimit-Remaining", "5");
  if (call?.header("authorization") === "Bearer bad") throw new AppError("unauthenticated", "the key is not known");
  return next(request);
};

const validate: Interceptor = (next) => (request) => {
  if (request.stream) return next(request);
  const result = validator.validate(request.method.input, request.message);
  if (result.kind === "valid") return next(request);
  if (result.kind === "error") throw result.error;
  const details = result.violations.map(({ field, message }) => ({ field: field.map(String).join("."), message }));
  throw toConnectError(new AppError("invalid_argument", "not valid", { details }), "id");
};
