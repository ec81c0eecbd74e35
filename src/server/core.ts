import type { Config } from "../config/config.ts";
import { AppError } from "../error.ts";
import { openEmbedders, type Embedders } from "./embedders.ts";
import { Background } from "../memory/background/background.ts";
import { ClaimQueue } from "../memory/background/claim-queue.ts";
import type { KnownVector } from "../memory/embedding.ts";
import type { Embedder } from "../memory/embedder.ts";
import { EmbedderSwitch } from "../memory/background/embedder-switch.ts";
import { EmbeddingQueue } from "../memory/background/embedding-queue.ts";
import { DrainedOutcomes } from "../memory/background/drained-outcomes.ts";
import { Eraser } from "../memory/background/eraser.ts";
import { Generation } from "../memory/background/generation.ts";
import { Receipts } from "../memory/background/receipts.ts";
import { StatementQueue } from "../memory/background/statement-queue.ts";
import { WakingErasures } from "../memory/background/waking-erasures.ts";
import { WakingMessages } from "../memory/background/waking-messages.ts";
import { WakingPatterns } from "../memory/background/waking-patterns.ts";
import { FactSearch } from "../memory/graph/fact-search.ts";
import { Graph } from "../memory/graph/graph.ts";
import { Conflicts } from "../memory/rulebook/conflicts.ts";
import type { Reader } from "../memory/reader.ts";
import { Rulebook } from "../memory/rulebook/rulebook.ts";
import type { Base } from "../memory/search/base/base.ts";
import { Flusher } from "../memory/search/base/flusher.ts";
import { ResidentSet } from "../memory/search/resident/resident-set.ts";
import { Search } from "../memory/search/search.ts";
import { SimilarPatterns } from "../memory/similar.ts";
import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { Readiness } from "./readiness.ts";
import type { Storage } from "./storage.ts";
import { expire } from "../store/upkeep/maintenance.ts";
import { probeWrite } from "../store/probe.ts";
import { openBase } from "../vector/base.ts";
import { ThreadedClassifier } from "../classifier/threaded-classifier.ts";
import { ThreadedReader } from "../reader/threaded-reader.ts";

export type Core = Awaited<ReturnType<typeof startCore>>;

const housekeepingMs = 3_600_000;

export type CoreOptions = {
  /**
   * Whether a folder with vectors of another embedder is changed to the configured one. Else it is refused: the server
   * beside which this process works goes on with the other.
   */
  changesEmbedder: boolean;
};

/**
 * The domain at work: search, and what goes on behind it. Whatever fails, nothing stays open.
 * Errors: conflict, for a folder that is refused.
 */
export async function startCore(
  config: Config,
  storage: Storage,
  { log, metrics }: Watched,
  { changesEmbedder }: CoreOptions,
) {
  const opened = new AsyncDisposableStack();
  try {
    const active = await storage.generations.active();
    const embedders = await openEmbedders(config.embedder, storage.database, active ?? "", log);
    opened.defer(() => embedders.close());
    // An empty folder has nothing to change: its first write finds the space it belongs to.
    if (active === undefined) await storage.generations.activate(embedders.target.fingerprint);
    else if (!changesEmbedder) expectSame(active, embedders.target.fingerprint);
    const base = await openBase({ path: storage.folder.base, indexRows: config.indexRows });
    opened.defer(() => base.close());
    const receipts = new Receipts(storage.retrievals, { onError: onError(log, "receipts were not written") });
    opened.defer(() => receipts.close());

    const residents = new ResidentSet(storage.index, { bytesMax: config.residentBytes });
    const heavy = () => residents.heavy(Date.now());
    const reader = new ThreadedReader({
      onError: onError(log, "a message could not be read; nothing is taken from it"),
    });
    opened.defer(() => reader.close());
    const workers = createWorkers(config, storage, embedders, { base, heavy, reader }, { log, metrics });
    for (const worker of changesEmbedder ? [workers.generation, ...workers.all] : workers.all) {
      worker.start();
      opened.defer(() => worker.stop());
    }
    const graph = new Graph(storage.claims);
    const onUnreadable = (account: string) => workers.flusher.suspect(account);
    const searching = { embedder: workers.searched, store: storage.index, base, residents, onUnreadable };
    // For callers that leave no receipt, or write their own.
    const facts = new FactSearch(graph);
    const plainSearch = new Search({ ...searching, receipts: noReceipts, facts });
    const rulebook = new Rulebook({
      statements: storage.statements,
      patterns: storage.rulingPatterns,
      marks: storage.marks,
      wake: () => workers.statements.wake(),
    });
    const classifier = new ThreadedClassifier({
      onError: onError(log, "the rule classifier failed; conflict checks are made without it"),
    });
    opened.defer(() => classifier.close());
    const { queue, eraser } = workers;
    return {
      messages: new WakingMessages(storage.messages, { queue }),
      patterns: new WakingPatterns(storage.patterns, { receipts, queue, eraser }),
      rulebook,
      conflicts: new Conflicts({
        rulebook,
        search: plainSearch,
        embedder: workers.searched,
        patterns: storage.rulingPatterns,
        classifier,
      }),
      search: new Search({ ...searching, receipts, facts }),
      plainSearch,
      similar: new SimilarPatterns({ search: plainSearch, store: storage.index, embedder: workers.searched }),
      retrievals: receipts,
      graph,
      erasures: new WakingErasures(storage.erasures, { receipts, eraser }),
      outcomes: new DrainedOutcomes(storage.outcomes, receipts),
      residents,
      readiness: new Readiness(() => probeWrite(storage.database), embedders.state),
      backlog: () => storage.embeddings.backlog(),
      written: () => queue.wake(),
      vectorOf(text: string): KnownVector | undefined {
        const { embedder } = workers.searched;
        const vector = embedder.known(text);
        return vector && { fingerprint: embedder.fingerprint, vector };
      },
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Beside another embedder this one is of no use: its vectors and those that are stored cannot be compared. */
function expectSame(active: string, configured: string): void {
  if (active === configured) return;
  const why = `the folder's vectors are of ${active}, and CAIRN_EMBEDDER is set to ${configured} here`;
  const remedy =
    "set CAIRN_EMBEDDER and what belongs to it as `cairn serve` has them, which alone changes the embedder";
  throw new AppError("conflict", `${why}; ${remedy}`);
}

const noReceipts = { add: () => undefined };

type Worker = { start(): void; stop(): Promise<void> };
type Watched = { log: Logger; metrics: Metrics };

/** What goes on behind the answers. */
function createWorkers(
  config: Config,
  storage: Storage,
  embedders: Embedders,
  { base, heavy, reader }: { base: Base; heavy: () => string[]; reader: Reader },
  { log, metrics }: Watched,
) {
  const flusher = new Flusher({
    store: storage.flushes,
    base,
    dimensions: (fingerprint) => embedders.dimensions(fingerprint),
    heavy,
    residentRows: config.residentRows,
    flushRows: config.flushRows,
    onStep: async (step) => metrics.flushed(step),
    onError: onError(log, "a flush failed and will be tried again"),
  });
  const eraser = new Eraser({
    store: storage.erasures,
    flusher,
    onError: onError(log, "a purge failed and will be tried again"),
  });
  const queueOf = (embedder: Embedder) =>
    new EmbeddingQueue({
      store: storage.embeddings,
      embedder,
      onError: onError(log, "embedding failed and will be tried again"),
    });
  const searched = new EmbedderSwitch(embedders.searched);
  const queues = { old: queueOf(embedders.searched), current: queueOf(embedders.target) };
  const generation = new Generation({
    store: storage.generations,
    embeddings: storage.embeddings,
    base,
    target: embedders.target,
    onActive: () => {
      searched.to(embedders.target);
      log.info({ fingerprint: embedders.target.fingerprint }, "this embedder's vectors are searched");
    },
    onError: onError(log, "the change of embedder failed and will go on"),
  });
  const claims = new ClaimQueue({
    store: storage.claims,
    reader,
    onError: onError(log, "reading messages for facts failed and will be tried again"),
  });
  const statements = new StatementQueue({
    store: storage.statements,
    reader,
    onError: onError(log, "reading messages for directives failed and will be tried again"),
  });
  const housekeeping = new Background(() => expire(storage.database, Date.now()), {
    intervalMs: housekeepingMs,
    onError: onError(log, "housekeeping failed and will be tried again"),
  });
  const both = embedders.searched === embedders.target ? [queues.current] : [queues.old, queues.current];
  const all: Worker[] = [...both, flusher, eraser, claims, statements, housekeeping];
  return {
    all,
    flusher,
    eraser,
    generation,
    searched,
    statements,
    queue: { wake: () => (searched.embedder === embedders.target ? queues.current : queues.old).wake() },
  };
}

function onError(log: Logger, what: string) {
  return (error: unknown, account?: string) => log.warn({ err: error, account }, what);
}
