import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type {
  CountMessageTokensRequest,
  CreateChatCompletionRequest,
  CreateMessageRequest,
  GatewayService,
  GetHealthRequest,
  GetModelRequest,
  ListModelsRequest,
  StreamChatCompletionRequest,
  StreamMessageRequest,
} from "../../../gen/cairn/gateway/v1/gateway_pb.ts";
import { found } from "../../error.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { ListedModel } from "../../gateway/model/listing.ts";
import { fits } from "../../gateway/model/names.ts";
import type { ProviderState } from "../../gateway/model/provider.ts";
import { callerKey, callerOf } from "../caller.ts";
import { requestOf, eventsOf, wholeOf } from "../convert/chat.ts";
import { formatModel, pageOfModels } from "../convert/model.ts";
import { formatOptionalTime } from "../convert/time.ts";

export type GatewayPorts = {
  version: string;
  gateway: Pick<Gateway, "enter" | "answer" | "countTokens">;
  /** Whether memory can be read and written now. */
  memoryReady(): Promise<boolean>;
  models(): Promise<ListedModel[]>;
  providers(): ProviderState[];
};

export class GatewayHandlers implements ServiceImpl<typeof GatewayService> {
  readonly #ports: GatewayPorts;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  async createChatCompletion({ body }: CreateChatCompletionRequest, context: HandlerContext) {
    using _place = this.#enter(context);
    const reply = await this.#ports.gateway.answer(requestOf("openai", body, context, false));
    return { body: await wholeOf(reply, context) };
  }

  async *streamChatCompletion({ body }: StreamChatCompletionRequest, context: HandlerContext) {
    using _place = this.#enter(context);
    const reply = await this.#ports.gateway.answer(requestOf("openai", body, context, true));
    for await (const { data } of eventsOf(reply, context)) if (data !== "[DONE]") yield { data };
  }

  async createMessage({ body }: CreateMessageRequest, context: HandlerContext) {
    using _place = this.#enter(context);
    const reply = await this.#ports.gateway.answer(requestOf("anthropic", body, context, false));
    return { body: await wholeOf(reply, context) };
  }

  async *streamMessage({ body }: StreamMessageRequest, context: HandlerContext) {
    using _place = this.#enter(context);
    const reply = await this.#ports.gateway.answer(requestOf("anthropic", body, context, true));
    for await (const { event = "", data } of eventsOf(reply, context)) yield { event, data };
  }

  async countMessageTokens({ body }: CountMessageTokensRequest, context: HandlerContext) {
    using _place = this.#enter(context);
    const reply = await this.#ports.gateway.countTokens(requestOf("anthropic", body, context));
    const counted: { input_tokens: number } = JSON.parse(await wholeOf(reply, context));
    return { inputTokens: counted.input_tokens };
  }

  #enter(context: HandlerContext): Disposable {
    return this.#ports.gateway.enter(callerOf(context).account.id);
  }

  async listModels(request: ListModelsRequest, context: HandlerContext) {
    const { page, more } = pageOfModels(await this.#models(context), request);
    return {
      object: "list",
      data: page.map(formatModel),
      hasMore: more,
      firstId: page[0]?.id,
      lastId: page.at(-1)?.id,
    };
  }

  async getModel({ id }: GetModelRequest, context: HandlerContext) {
    // The official clients escape the slash, which a path of many segments keeps as it is sent.
    const asked = id.replaceAll(/%2f/giu, "/");
    const model = (await this.#models(context)).find((each) => each.id === asked);
    return { model: formatModel(found(model, "model", asked)) };
  }

  /** Those that the caller's key may ask for. */
  async #models(context: HandlerContext): Promise<ListedModel[]> {
    const { models: allowed = [] } = callerOf(context).key;
    const all = await this.#ports.models();
    if (allowed.length === 0) return all;
    return all.filter(({ id, provider }) => allowed.some((pattern) => fits(pattern, [id, `${provider}/${id}`])));
  }

  async getHealth(_request: GetHealthRequest, context: HandlerContext) {
    const status = (await this.#ports.memoryReady()) ? "ok" : "degraded";
    if (context.values.get(callerKey) === undefined) return { status };
    const providers = this.#ports.providers().map(({ lastErrorAtMs, ...provider }) => ({
      ...provider,
      lastErrorAt: formatOptionalTime(lastErrorAtMs),
    }));
    return { status, version: this.#ports.version, memory: { status }, providers };
  }
}
