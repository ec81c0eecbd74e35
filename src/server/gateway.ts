import type { Config } from "../config/config.ts";
import { Gateway } from "../gateway/gateway.ts";
import { GatewayMemory } from "../gateway/memory/gateway-memory.ts";
import { listModels, type ListedModel } from "../gateway/model/listing.ts";
import { OwnModels } from "../gateway/model/own-models.ts";
import { isAvailable, knownProviders, type Provider } from "../gateway/model/provider.ts";
import { Upstreams } from "../gateway/upstream/upstreams.ts";
import type { Logger } from "../observe/log.ts";
import { closeOpenExchanges } from "../store/gateway/exchange-row.ts";
import type { Core } from "./core.ts";
import type { Storage } from "./storage.ts";

/** The gateway at work, and what the RPCs tell of it. */
export type GatewayCore = {
  gateway: Gateway;
  models(): Promise<ListedModel[]>;
  providers(): { id: string; status: string; models: number; lastErrorAtMs: number | undefined }[];
  close(): Promise<void>;
};

export async function createGatewayCore(
  config: Config["gateway"],
  { database, ledger }: Pick<Storage, "database" | "ledger">,
  { search, written }: Pick<Core, "search" | "written">,
  log: Logger,
): Promise<GatewayCore> {
  // What a process that died has left open.
  await closeOpenExchanges(database, Date.now());
  const providers = providersOf(config);
  const upstreams = new Upstreams();
  const memory = new GatewayMemory({
    search,
    store: ledger,
    onWritten: written,
    onError: (err) => log.warn({ err }, "a request to a model went on without all of its memory"),
  });
  const own = new OwnModels(providers, upstreams);
  const known = listModels(providers, new Map());
  return {
    gateway: new Gateway({ providers, upstreams, memory }),
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
