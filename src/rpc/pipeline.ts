import type { DescService } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import type { GatePorts } from "./gate/admit.ts";
import { createGate, type Gate } from "./gate/gate.ts";
import { errorInterceptor } from "./interceptor/error.ts";
import { validateInterceptor } from "./interceptor/validate.ts";
import { weighInterceptor } from "./interceptor/weigh.ts";

/** What stands before every method, whatever the protocol: the gate, then the interceptors, outermost first. */
export type Pipeline = { gate: Gate; interceptors: Interceptor[] };

/** For these services, with the same order for all. */
export function createPipeline(services: readonly DescService[], ports: GatePorts): Pipeline {
  return {
    gate: createGate(ports),
    interceptors: [errorInterceptor(), validateInterceptor(services), weighInterceptor(ports.limiter)],
  };
}
