import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { GatewayService } from "../../../gen/cairn/gateway/v1/gateway_pb.ts";
import type { Key } from "../../account/account.ts";
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

export function gatewayHandlers(ports: GatewayPorts) {
  const enter = (context: HandlerContext) => ports.gateway.enter(callerOf(context));
  const modelsFor = async (context: HandlerContext) => permitted(await ports.models(), callerOf(context).key);
  return {
    async createChatCompletion({ body }, context) {
      using place = enter(context);
      const reply = await ports.gateway.answer(requestOf("openai", body, context, place, false));
      return { body: await wholeOf(reply, context) };
    },

    async *streamChatCompletion({ body }, context) {
      using place = enter(context);
      const request = requestOf("openai", body, context, place, true);
      const reply = await ports.gateway.answer(request);
      for await (const { data } of eventsOf(reply, request, context)) if (data !== "[DONE]") yield { data };
    },

    async createMessage({ body }, context) {
      using place = enter(context);
      const reply = await ports.gateway.answer(requestOf("anthropic", body, context, place, false));
      return { body: await wholeOf(reply, context) };
    },

    async *streamMessage({ body }, context) {
      using place = enter(context);
      const request = requestOf("anthropic", body, context, place, true);
      const reply = await ports.gateway.answer(request);
      for await (const { event = "", data } of eventsOf(reply, request, context)) yield { event, data };
    },

    async countMessageTokens({ body }, context) {
      using place = enter(context);
      const reply = await ports.gateway.countTokens(requestOf("anthropic", body, context, place));
      const counted: { input_tokens: number } = JSON.parse(await wholeOf(reply, context));
      return { inputTokens: counted.input_tokens };
    },

    async listModels(request, context) {
      const { page, more } = pageOfModels(await modelsFor(context), request);
      return {
        object: "list",
        data: page.map(formatModel),
        hasMore: more,
        firstId: page[0]?.id,
        lastId: page.at(-1)?.id,
      };
    },

    async getModel({ id }, context) {
      // The official clients escape the slash, which a path of many segments keeps as it is sent.
      const asked = id.replaceAll(/%2f/giu, "/");
      const model = (await modelsFor(context)).find((each) => namesListed(each).includes(asked));
      return { model: formatModel(found(model, "model", asked)) };
    },

    async getHealth(_request, context) {
      const status = (await ports.memoryReady()) ? "ok" : "degraded";
      if (context.values.get(callerKey) === undefined) return { status };
      const providers = ports.providers().map(({ lastErrorAtMs, ...provider }) => ({
        ...provider,
        lastErrorAt: formatOptionalTime(lastErrorAtMs),
      }));
      return { status, version: ports.version, memory: { status }, providers };
    },
  } satisfies ServiceImpl<typeof GatewayService>;
}

/** Those that a key may ask for. */
function permitted(models: ListedModel[], { models: allowed = [] }: Key): ListedModel[] {
  if (allowed.length === 0) return models;
  return models.filter((model) => allowed.some((pattern) => fits(pattern, namesListed(model))));
}

/** As requests may name it: by its id, or with its provider. */
function namesListed({ id, provider }: ListedModel): string[] {
  return [id, `${provider}/${id}`];
}
