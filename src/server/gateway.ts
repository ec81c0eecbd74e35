import { KeyWatch } from "../account/key-watch.ts";
import type { Config } from "../config/config.ts";
import { providersOf } from "../config/providers.ts";
import { Gateway } from "../gateway/gateway.ts";
import { creditShown } from "../gateway/memory/verdict/credit.ts";
import { GatewayMemory } from "../gateway/memory/gateway-memory.ts";
import { rulesOfDirectives } from "../gateway/memory/injection/rules/rules-of-directives.ts";
import { listModels } from "../gateway/model/listing.ts";
import type { Target } from "../gateway/model/route.ts";
import { OwnModels } from "../gateway/model/own-models.ts";
import { isAvailable, type Provider, type ProviderState } from "../gateway/model/provider.ts";
import { Upstreams } from "../gateway/upstream/upstreams.ts";
import { OpenRequests } from "../gateway/open-requests.ts";
import type { Spending } from "../gateway/usage/spending.ts";
import { GatewayMetrics } from "../observe/gateway/metrics.ts";
import { GatewaySpans } from "../observe/gateway/spans.ts";
import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Core } from "./core/core.ts";
import type { Storage } from "./storage.ts";
import { warning } from "./warning.ts";

/** The gateway at work, and what the RPCs tell of it. */
export type GatewayCore = Awaited<ReturnType<typeof createGatewayCore>>;

export type GatewayCorePorts = {
  storage: Pick<Storage, "ledger" | "keys">;
  core: Pick<Core, "plainSearch" | "retrievals" | "rulebook" | "outcomes" | "written" | "vectorOf">;
  spending: Spending;
  metrics: Pick<Metrics, "registry">;
  log: Logger;
};

export async function createGatewayCore(config: Config["gateway"], ports: GatewayCorePorts) {
  const { storage, core, spending, metrics, log } = ports;
  const { ledger, keys } = storage;
  const { plainSearch, retrievals, rulebook, outcomes, written, vectorOf } = core;
  // What a process that died has left open.
  await ledger.closeOpen();
  const providers = providersOf(config);
  const { firstByteTimeoutMs, silenceTimeoutMs: silenceMs, http2 } = config;
  const upstreams = new Upstreams({ firstByteTimeoutMs, silenceMs, http2 });
  const memory = new GatewayMemory({
    search: plainSearch,
    rulesOf: async (scope) => rulesOfDirectives(await rulebook.live(scope)),
    receipts: retrievals,
    store: ledger,
    timeoutMs: config.memoryTimeoutMs,
    onVerdict: creditShown({
      retrievalOf: (scope, thread, chains) => ledger.retrievalOf(scope, thread, chains),
      retrievals,
      outcomes,
    }),
    vectorOf,
    onWritten: onceWithin(wakeMs, written),
    onError: warning(log, "a request to a model went on without some or all of its memory"),
  });
  const own = new OwnModels(providers, upstreams);
  const priceOf = (target: Target) => spending.priceOf(target);
  const known = listModels(providers, new Map(), priceOf);
  const openRequests = new OpenRequests(config.concurrency);
  const observer = new GatewayMetrics(metrics.registry, {
    models: known.map(({ id }) => id),
    open: () => openRequests.total,
    circuits: () => providers.map(({ id }) => ({ provider: id, isOpen: upstreams.isOpen(id) })),
  });
  const spans = new GatewaySpans();
  return {
    gateway: new Gateway({
      providers,
      fallbacks: config.fallbacks,
      upstreams,
      memory,
      spending,
      openRequests,
      keyWatch: new KeyWatch(keys),
      onError: warning(log, "a model's answer was not completely stored or counted"),
      pingMs: config.pingMs,
      observer: { ended: (observation) => [observer, spans].forEach((each) => each.ended(observation)) },
    }),
    models: async () => listModels(providers, await own.list(), priceOf),
    providers: (): ProviderState[] =>
      providers.map((provider) => ({
        id: provider.id,
        status: statusOf(provider, upstreams),
        models: known.filter((model) => model.provider === provider.id).length + own.countOf(provider.id),
        lastErrorAtMs: upstreams.lastErrorAt(provider.id),
      })),
    async close() {
      // An answer that was cut off is stored as far as it came.
      if (!(await openRequests.idle(endingMs))) log.warn("requests to models were still open at shutdown");
      await upstreams.close();
    },
  };
}

/** Replies that come within this time are embedded together: one claim and one commit for all of them. */
const wakeMs = 20;

/** Calls that come within `ms` of a first one become one call of `work`, at the end of that time. */
function onceWithin(ms: number, work: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  const run = () => {
    waiting = undefined;
    work();
  };
  return () => void (waiting ??= setTimeout(run, ms).unref());
}

/** How long the close waits for requests that are still open; their callers are gone by then. */
const endingMs = 3_000;

function statusOf(provider: Provider, upstreams: Upstreams): ProviderState["status"] {
  if (!isAvailable(provider)) return "no_key";
  return upstreams.isOpen(provider.id) ? "failing" : "ok";
}
