import type { Config } from "../config/config.ts";
import { Gateway } from "../gateway/gateway.ts";
import { listModels, type ListedModel } from "../gateway/model/listing.ts";
import { OwnModels } from "../gateway/model/own-models.ts";
import { isAvailable, knownProviders, type Provider } from "../gateway/model/provider.ts";
import { Upstreams } from "../gateway/upstream/upstreams.ts";

/** The gateway at work, and what the RPCs tell of it. */
export type GatewayCore = {
  gateway: Gateway;
  models(): Promise<ListedModel[]>;
  providers(): { id: string; status: string; models: number; lastErrorAtMs: number | undefined }[];
  close(): Promise<void>;
};

export function createGatewayCore(config: Config["gateway"]): GatewayCore {
  const providers = providersOf(config);
  const upstreams = new Upstreams();
  const own = new OwnModels(providers, upstreams);
  const known = listModels(providers, new Map());
  return {
    gateway: new Gateway({ providers, upstreams }),
    models: async () => listModels(providers, await own.list()),
    providers: () =>
      providers.map((provider) => ({
        id: provider.id,
        status: statusOf(provider, upstreams),
        models: known.filter((model) => model.provider === provider.id).length,
        lastErrorAtMs: upstreams.lastErrorAt(provider.id),
      })),
    close: () => upstreams.close(),
  };
}

function statusOf(provider: Provider, upstreams: Upstreams): string {
  if (!isAvailable(provider)) return "no_key";
  return upstreams.isOpen(provider.id) ? "failing" : "ok";
}

function providersOf(config: Config["gateway"]): Provider[] {
  const known = knownProviders.map((provider): Provider => {
    const given = config.providers[provider.id];
    return { ...provider, key: given?.key, url: given?.url ?? provider.url };
  });
  const own = config.own.map(({ id, url, key }): Provider => ({
    id,
    dialect: "openai",
    url,
    key,
    keyVariable: undefined,
    prefixes: [],
    own: true,
  }));
  return [...known, ...own];
}
