import type { DescMethod } from "@bufbuild/protobuf";
import { createServiceImplSpec, type ConnectRouter, type MethodImpl } from "@connectrpc/connect";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { DirectivesService } from "../../gen/cairn/directives/v1/directives_pb.ts";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { GraphService } from "../../gen/cairn/graph/v1/graph_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import type { Config } from "../config/config.ts";
import { batchBytes, bodyBytes, modelBytes } from "./body-bytes.ts";
import type { Core } from "./core/core.ts";
import { version } from "./package.ts";
import { createLocalAsk } from "../mcp/local.ts";
import type { BodyRoom } from "../rest/body-room.ts";
import { createRpcHandler } from "../rest/rpc/handler.ts";
import { createRestRouter, mount, type Mounted } from "../rest/transcode/rest-router.ts";
import type { GatePorts } from "../rpc/gate/admit.ts";
import { addHealth, HealthBoard } from "../rpc/health.ts";
import { createPipeline } from "../rpc/pipeline.ts";
import { addReflection } from "../rpc/reflection.ts";
import { adminHandlers } from "../rpc/service/admin.ts";
import { directivesHandlers } from "../rpc/service/directives.ts";
import { gatewayHandlers } from "../rpc/service/gateway.ts";
import { graphHandlers } from "../rpc/service/graph.ts";
import { memoryHandlers } from "../rpc/service/memory.ts";
import { patternsHandlers } from "../rpc/service/patterns.ts";
import type { Spending } from "../gateway/usage/spending.ts";
import type { GatewayCore } from "./gateway.ts";
import type { Storage } from "./storage.ts";

/** Bodies of requests to models, which are held while these think, have a room of their own: neither fills the other's. */
export type BodyRooms = { api: BodyRoom; models: BodyRoom };

const openBytes = 16 * 2 ** 10;
const { addMessages } = MemoryService.method;
const { createChatCompletion, streamChatCompletion, createMessage, streamMessage, countMessageTokens } =
  GatewayService.method;
const modelCalls: readonly DescMethod[] = [
  createChatCompletion,
  streamChatCompletion,
  createMessage,
  streamMessage,
  countMessageTokens,
];

/**
 * The services over the core, in every protocol: one pipeline stands before all of them. What is open by RPC when `stopping`
 * aborts is ended for its reason.
 */
export function createApi(
  config: Config,
  storage: Pick<Storage, "keys" | "users">,
  core: Core,
  gateway: GatewayCore & { spending: Spending },
  { gate: gatePorts, rooms, stopping }: { gate: GatePorts; rooms: BodyRooms; stopping: AbortSignal },
) {
  const services = mountAll(storage, core, gateway);
  const descs = services.map(({ service }) => service);
  const { gate, interceptors } = createPipeline(descs, gatePorts);
  const board = new HealthBoard(descs, async () => (await core.readiness.report()).status === "ok");
  const deadlineMs = config.requestTimeoutMs;
  const handler = createRpcHandler({
    interceptors,
    gate,
    stopping,
    room: (method) => {
      if (modelCalls.includes(method)) return rooms.models;
      return descs.includes(method.parent) ? rooms.api : undefined;
    },
    deadlineMs,
    // Models think for minutes.
    patient: (method) => modelCalls.includes(method),
    // Of health and reflection, which need no key.
    readMaxBytes: openBytes,
    routes(router) {
      for (const each of services) addService(router, each);
      addHealth(router, board);
      addReflection(router, [...descs, Health]);
    },
  });
  return {
    board,
    localAsk: createLocalAsk(services, interceptors),
    routes: {
      rest: createRestRouter({ services, interceptors, gate, room: rooms.api, bodyLimit, deadlineMs }),
      rpc: { services: [...descs, Health, ServerReflection, ServerReflectionAlpha], handler },
    },
  };
}

function mountAll(
  { keys, users }: Pick<Storage, "keys" | "users">,
  core: Core,
  { gateway, models, providers, spending }: GatewayCore & { spending: Spending },
): Mounted[] {
  const { messages, patterns, erasures, outcomes, search, similar, retrievals, readiness } = core;
  const memoryReady = () => readiness.memoryReady();
  return [
    mount(MemoryService, memoryHandlers({ messages, erasures, search, retrievals, outcomes, users })),
    mount(PatternsService, patternsHandlers({ patterns, erasures, similar })),
    mount(DirectivesService, directivesHandlers({ rulebook: core.rulebook, conflicts: core.conflicts })),
    mount(GraphService, graphHandlers({ graph: core.graph })),
    mount(GatewayService, gatewayHandlers({ version, gateway, memoryReady, models, providers })),
    mount(AdminService, adminHandlers({ keys, erasures, spending })),
  ];
}

/** Method by method, since bodies have a bound each. */
function addService(router: ConnectRouter, { service, implementation }: Mounted): void {
  for (const { method, impl } of Object.values(createServiceImplSpec(service, implementation).methods)) {
    // A specification pairs a method with what implements it, whatever its kind.
    router.rpc(method, impl as MethodImpl<DescMethod>, { readMaxBytes: bodyLimit(method) });
  }
}

function bodyLimit(method: DescMethod): number {
  if (modelCalls.includes(method)) return modelBytes;
  return method === addMessages ? batchBytes : bodyBytes;
}
