import type { DescService } from "@bufbuild/protobuf";
import type { GatePorts } from "./gate/admit.ts";
import { createGate } from "./gate/gate.ts";
import { errorInterceptor } from "./interceptor/error.ts";
import { validateInterceptor } from "./interceptor/validate.ts";
import { weighInterceptor } from "./interceptor/weigh.ts";

/** What stands before every method of these services, whatever the protocol: the gate, then the interceptors, outermost first. */
export function createPipeline(services: readonly DescService[], ports: GatePorts) {
  return {
    gate: createGate(ports),
    interceptors: [errorInterceptor(), validateInterceptor(services), weighInterceptor(ports.limiter)],
  };
}
