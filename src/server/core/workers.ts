import type { Config } from "../../config/config.ts";
import { ClaimQueue } from "../../memory/background/reading/claim-queue.ts";
import { EmbedderSwitch } from "../../memory/background/embedding/embedder-switch.ts";
import { EmbeddingQueue } from "../../memory/background/embedding/embedding-queue.ts";
import { Eraser } from "../../memory/background/eraser.ts";
import { Generation } from "../../memory/background/embedding/generation.ts";
import { Housekeeping } from "../../memory/background/housekeeping.ts";
import { StatementQueue } from "../../memory/background/reading/statement-queue.ts";
import type { BackgroundWorker } from "../../memory/background/background-worker.ts";
import type { Graph } from "../../memory/graph/graph.ts";
import type { Embedder } from "../../memory/embedder.ts";
import type { Reader } from "../../memory/background/reading/reader.ts";
import type { Base } from "../../memory/search/base/base.ts";
import { Flusher } from "../../memory/background/flushing/flusher.ts";
import type { Logger } from "../../observe/log.ts";
import type { Metrics } from "../../observe/metrics.ts";
import type { Embedders } from "./embedders.ts";
import type { Storage } from "../storage.ts";
import { warning } from "../warning.ts";

export type Workers = ReturnType<typeof createWorkers>;

/** What workers work with. `heavy`: accounts whose tails take up too much, as `ResidentSet` tells. */
export type WorkerParts = { embedders: Embedders; base: Base; heavy: () => string[]; reader: Reader; graph: Graph };

/** What goes on behind the answers. */
export function createWorkers(
  config: Config,
  storage: Storage,
  { embedders, base, heavy, reader, graph }: WorkerParts,
  { log, metrics }: { log: Logger; metrics: Metrics },
) {
  const flusher = new Flusher({
    store: storage.flushes,
    base,
    dimensions: (fingerprint) => embedders.dimensions(fingerprint),
    heavy,
    residentRows: config.residentRows,
    flushRows: config.flushRows,
    onStep: async (step) => metrics.flushed(step),
    onError: warning(log, "a flush failed and will be tried again"),
  });
  const eraser = new Eraser({
    store: storage.erasures,
    flusher,
    onError: warning(log, "a purge failed and will be tried again"),
  });
  const claims = new ClaimQueue({
    store: storage.claims,
    reader,
    graph,
    onError: warning(log, "reading messages for facts failed and will be tried again"),
  });
  const statements = new StatementQueue({
    store: storage.statements,
    reader,
    onError: warning(log, "reading messages for directives failed and will be tried again"),
  });
  const housekeeping = new Housekeeping(() => storage.upkeep.expire(Date.now()), {
    onError: warning(log, "housekeeping failed and will be tried again"),
  });
  const { queues, ...embedding } = createEmbedding(storage, embedders, base, log);
  const all: BackgroundWorker[] = [...queues, flusher, eraser, claims, statements, housekeeping];
  return { all, flusher, eraser, statements, ...embedding };
}

/** A queue for each embedder whose vectors are still wanted, and the change from one to the other. */
function createEmbedding(storage: Storage, { searched: old, target }: Embedders, base: Base, log: Logger) {
  const queueOf = (embedder: Embedder) =>
    new EmbeddingQueue({
      store: storage.embeddings,
      embedder,
      onError: warning(log, "embedding failed and will be tried again"),
    });
  const current = queueOf(target);
  const before = old === target ? current : queueOf(old);
  const searched = new EmbedderSwitch(old);
  const generation = new Generation({
    store: storage.generations,
    embeddings: storage.embeddings,
    base,
    target,
    onActive: () => {
      searched.to(target);
      log.info({ fingerprint: target.fingerprint }, "searches now use this embedder's vectors");
    },
    onError: warning(log, "the change of embedder failed and will be tried again"),
  });
  return {
    queues: [...new Set([before, current])],
    searched,
    generation,
    queue: { wake: () => (searched.embedder === target ? current : before).wake() },
  };
}
