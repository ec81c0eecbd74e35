import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { GatewayService, GetHealthRequest } from "../../../gen/cairn/gateway/v1/gateway_pb.ts";
import { callerKey } from "../caller.ts";

export type GatewayPorts = {
  version: string;
  /** Whether memory can be read and written now. */
  memoryReady(): Promise<boolean>;
};

export class GatewayHandlers implements ServiceImpl<typeof GatewayService> {
  readonly #ports: GatewayPorts;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  async getHealth(_request: GetHealthRequest, context: HandlerContext) {
    const status = (await this.#ports.memoryReady()) ? "ok" : "degraded";
    if (context.values.get(callerKey) === undefined) return { status };
    return { status, version: this.#ports.version, memory: { status } };
  }
}
