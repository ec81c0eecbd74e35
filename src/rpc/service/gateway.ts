import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type {
  GatewayService,
  GetHealthRequest,
  GetModelRequest,
  ListModelsRequest,
} from "../../../gen/cairn/gateway/v1/gateway_pb.ts";
import { notFound } from "../../error.ts";
import type { ListedModel } from "../../gateway/model/listing.ts";
import { callerKey } from "../caller.ts";
import { formatModel, pageOf } from "../convert/model.ts";
import { formatTime } from "../convert/time.ts";

export type GatewayPorts = {
  version: string;
  /** Whether memory can be read and written now. */
  memoryReady(): Promise<boolean>;
  models(): Promise<ListedModel[]>;
  providers(): { id: string; status: string; models: number; lastErrorAtMs: number | undefined }[];
};

export class GatewayHandlers implements ServiceImpl<typeof GatewayService> {
  readonly #ports: GatewayPorts;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  async listModels(request: ListModelsRequest) {
    const { page, more } = pageOf(await this.#ports.models(), request);
    return {
      object: "list",
      data: page.map(formatModel),
      hasMore: more,
      firstId: page[0]?.id,
      lastId: page.at(-1)?.id,
    };
  }

  async getModel({ id }: GetModelRequest) {
    const model = (await this.#ports.models()).find((each) => each.id === id);
    if (model === undefined) throw notFound("model", id);
    return { model: formatModel(model) };
  }

  async getHealth(_request: GetHealthRequest, context: HandlerContext) {
    const status = (await this.#ports.memoryReady()) ? "ok" : "degraded";
    if (context.values.get(callerKey) === undefined) return { status };
    const providers = this.#ports.providers().map(({ lastErrorAtMs, ...provider }) => ({
      ...provider,
      lastErrorAt: lastErrorAtMs === undefined ? undefined : formatTime(lastErrorAtMs),
    }));
    return { status, version: this.#ports.version, memory: { status }, providers };
  }
}
