import type { AddressInfo } from "node:net";
import { AddressLimiter } from "../account/address-limiter.ts";
import { CallerLimiter } from "../account/caller-limiter.ts";
import { Limiter } from "../account/limiter.ts";
import type { Config } from "../config/config.ts";
import { AppError } from "../error.ts";
import { startCore, type Core, type CoreOptions } from "./core/core.ts";
import { createApi } from "./api.ts";
import { createGatewayCore } from "./gateway.ts";
import { startExtraction } from "./extraction.ts";
import { gatewayPages } from "./page/gateway-pages.ts";
import { modelPaths } from "./page/model-paths.ts";
import { watchDescriptors } from "../observe/descriptors.ts";
import type { Logger } from "../observe/log.ts";
import { startTracing } from "../observe/gateway/tracing.ts";
import { Metrics } from "../observe/metrics.ts";
import { createObserver } from "../observe/observer.ts";
import { version } from "./package.ts";
import { createPages } from "./page/pages.ts";
import { authorizeAdmin } from "../rpc/gate/admit.ts";
import { countUnseen, tellLeft } from "../rpc/gate/count-unseen.ts";
import type { Ask } from "../mcp/asker.ts";
import { askAs as askLocally, type Identity } from "./local-ask.ts";
import { McpHttp } from "../mcp/http.ts";
import { mcpPage } from "./page/mcp-page.ts";
import { BodyRoom } from "../rest/body-room.ts";
import { Listener } from "../rest/listen/listener.ts";
import { listenerLimits } from "./listener-limits.ts";
import { createSpending } from "./spending.ts";
import type { Readiness } from "./core/readiness.ts";
import { openStorage, type Storage } from "./storage.ts";

export type Server = {
  storage: Storage;
  readiness: Pick<Readiness, "report">;
  /** RPCs without the network, for a command. */
  askAs(identity: Identity): Ask;
  /** Rejects where the address cannot be had. */
  listen(): Promise<AddressInfo>;
  /** Lets what runs end, then closes everything in the reverse order of its opening. */
  close(): Promise<void>;
};

export type ServerOptions = CoreOptions & {
  /** Called when what is stored is open and up to date: from then on there is what `close` ends in order. */
  onStored?: () => void;
};

/** The wiring, in one place: config -> stores -> core -> facades -> listener. Whatever fails, nothing stays open. */
export async function createServer(config: Config, log: Logger, options: ServerOptions): Promise<Server> {
  const opened = new AsyncDisposableStack();
  try {
    const metrics = new Metrics();
    opened.defer(() => metrics.close());
    opened.use(watchDescriptors(log));
    if (config.tracedAs !== undefined) opened.defer(await startTracing({ name: config.tracedAs, version }, log));
    const storage = await openStorage(config, log);
    opened.defer(() => storage.database.close());
    options.onStored?.();
    const core = await startCore(config, storage, { log, metrics }, options);
    opened.defer(() => core.close());
    const spending = await createSpending(config.gateway, storage, log);
    opened.defer(() => spending.close());
    const gateway = await createGatewayCore(config.gateway, { storage, core, spending, metrics, log });
    opened.defer(() => gateway.close());
    const extraction = await startExtraction(config.gateway, storage, metrics, log);
    opened.defer(() => extraction.close());
    const plans = new Limiter(storage.limits);
    opened.defer(() => plans.close());

    const limiter = new CallerLimiter(plans, config.userPerMinute);
    const gatePorts = { keys: storage.keys, addresses: new AddressLimiter(config.unauthenticatedPerMinute), limiter };
    const rooms = { api: new BodyRoom(), models: new BodyRoom() };
    const stopping = new AbortController();
    const shared = { gate: gatePorts, rooms, stopping: stopping.signal };
    const api = createApi(config, storage, core, { ...gateway, spending }, shared);
    const mcp = new McpHttp(version, (err) => log.debug({ err }, "an MCP request was refused"));
    opened.defer(() => mcp.close());
    const pages = await createPages({
      readiness: core.readiness,
      metrics,
      authorizeAdmin: (call) => authorizeAdmin(call, gatePorts),
    });
    const { corsOrigins, requestTimeoutMs } = config;
    const models = gatewayPages(gateway.gateway, gatePorts, requestTimeoutMs, rooms.models, stopping.signal);
    for (const [path, page] of models) pages.set(path, page);
    const { localAsk } = api;
    const mcpPorts = { mcp, localAsk, gate: gatePorts, room: rooms.api, corsOrigins, requestTimeoutMs };
    pages.set("/mcp", mcpPage(mcpPorts));
    addGauges(metrics, storage, core);
    const listener = new Listener({
      ...api.routes,
      foreign: modelPaths,
      ...createObserver(log, metrics),
      pages,
      count: (call) => countUnseen(call, gatePorts),
      look: (call) => tellLeft(call, gatePorts),
      trustedProxies: config.trustedProxies,
      corsOrigins,
      allowedHosts: config.hosts,
      limits: listenerLimits(config),
    });
    const listen = async () => {
      const address = await listener.listen(config.port, config.host);
      opened.defer(() => drain(listener, config.drainMs, stopping));
      opened.defer(() => {
        core.readiness.drain();
        api.board.close();
      });
      return address;
    };
    const askAs = (identity: Identity) => askLocally(identity, api.localAsk, gatePorts, log);
    return { storage, readiness: core.readiness, askAs, listen, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** How long before the end of its time who waits for a model is told that none comes. */
const lastWordsMs = 500;

/** Lets what runs end for `graceMs`; shortly before, what models still say is ended in words. */
async function drain(listener: Pick<Listener, "close">, graceMs: number, stopping: AbortController): Promise<void> {
  const stop = () => stopping.abort(new AppError("unavailable", "the server is stopping"));
  const timer = setTimeout(stop, graceMs - Math.min(lastWordsMs, graceMs / 10));
  await listener.close(graceMs);
  clearTimeout(timer);
}

function addGauges(metrics: Metrics, storage: Storage, core: Core): void {
  metrics.gauge("cairn_writes_waiting", "Writes waiting for their commit.", () => storage.upkeep.writesWaiting());
  metrics.gauge("cairn_embeddings_waiting", "Memories waiting for their vector.", () => core.backlog());
  metrics.gauge("cairn_embedder_up", "1 while the embedder works, 0 while it loads or is unavailable.", () =>
    core.embedderState() === "ok" ? 1 : 0,
  );
  metrics.gauge("cairn_tail_changes", "Changes that are not in a LanceDB table yet.", () =>
    storage.upkeep.tailChanges(),
  );
  metrics.gauge("cairn_resident_accounts", "Accounts held in memory.", () => core.residents.accounts);
  metrics.gauge(
    "cairn_resident_bytes",
    "Memory that the accounts held in memory take, in bytes.",
    () => core.residents.bytes,
  );
}
