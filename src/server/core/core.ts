import { ThreadedClassifier } from "../../classifier/threaded-classifier.ts";
import type { Config } from "../../config/config.ts";
import { AppError } from "../../error.ts";
import { DrainedOutcomes } from "../../memory/background/drained-outcomes.ts";
import { Receipts } from "../../memory/background/receipts.ts";
import { wakingErasures, wakingMessages, wakingPatterns } from "../../memory/background/waking.ts";
import type { PairClassifier } from "../../memory/conflict/classifier.ts";
import type { KnownVector } from "../../memory/embedder.ts";
import { FactSearch } from "../../memory/search/fact-search.ts";
import { Graph } from "../../memory/graph/graph.ts";
import { Conflicts } from "../../memory/rulebook/conflicts.ts";
import { Rulebook } from "../../memory/rulebook/rulebook.ts";
import type { Base } from "../../memory/search/base/base.ts";
import { ResidentSet } from "../../memory/search/resident/resident-set.ts";
import { Search } from "../../memory/search/search.ts";
import { SimilarPatterns } from "../../memory/search/similar-patterns.ts";
import type { Logger } from "../../observe/log.ts";
import type { Metrics } from "../../observe/metrics.ts";
import { ThreadedReader } from "../../reader/threaded-reader.ts";
import { openBase } from "../../vector/base.ts";
import { openEmbedders } from "./embedders.ts";
import { Readiness } from "./readiness.ts";
import type { Storage } from "../storage.ts";
import { warning } from "../warning.ts";
import { createWorkers, type Workers } from "./workers.ts";

export type Core = Awaited<ReturnType<typeof startCore>>;

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
  { log, metrics }: { log: Logger; metrics: Metrics },
  { changesEmbedder }: CoreOptions,
) {
  const opened = new AsyncDisposableStack();
  try {
    const active = await storage.generations.active();
    const embedders = await openEmbedders(config.embedder, storage.generations, active ?? "", log);
    opened.defer(() => embedders.close());
    // An empty folder has nothing to change: its first write finds the space it belongs to.
    if (active === undefined) await storage.generations.activate(embedders.target.fingerprint);
    else if (!changesEmbedder) expectSame(active, embedders.target.fingerprint);
    const base = await openBase({ path: storage.folder.base, indexRows: config.indexRows });
    opened.defer(() => base.close());
    const receipts = new Receipts(storage.retrievals, { onError: warning(log, "receipts were not written") });
    opened.defer(() => receipts.close());

    const residents = new ResidentSet(storage.index, { bytesMax: config.residentBytes });
    const heavy = () => residents.heavy(performance.now());
    const reader = new ThreadedReader({
      onError: warning(log, "a message could not be read; no facts or directives are taken from it"),
    });
    opened.defer(() => reader.close());
    const graph = new Graph(storage.claims);
    const workers = createWorkers(config, storage, { embedders, base, heavy, reader, graph }, { log, metrics });
    for (const worker of changesEmbedder ? [workers.generation, ...workers.all] : workers.all) {
      worker.start();
      opened.defer(() => worker.stop());
    }
    const classifier = new ThreadedClassifier({
      onError: warning(log, "the rule classifier failed; conflict checks go on without it"),
    });
    opened.defer(() => classifier.close());
    return {
      ...createServices(storage, { base, residents, receipts, classifier, graph }, workers),
      retrievals: receipts,
      residents,
      readiness: new Readiness(
        () => storage.upkeep.probe(),
        embedders.state,
        (err) => log.error({ err }, "the database cannot be written to: this server is not ready"),
      ),
      embedderState: embedders.state,
      backlog: () => storage.embeddings.backlog(),
      written: () => workers.queue.wake(),
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
  const why = `the vectors in the data folder are from ${active}, but CAIRN_EMBEDDER is set to ${configured} here`;
  const remedy =
    "use the settings of CAIRN_EMBEDDER that `cairn serve` uses, because only `cairn serve` changes the embedder";
  throw new AppError("conflict", `${why}; ${remedy}`);
}

const noReceipts = { add: () => undefined };

type Behind = { base: Base; residents: ResidentSet; receipts: Receipts; classifier: PairClassifier; graph: Graph };

/** What answers: each service with what it searches, and the workers that it wakes. */
function createServices(
  storage: Storage,
  { base, residents, receipts, classifier, graph }: Behind,
  { searched: embedder, queue, eraser, flusher, statements }: Workers,
) {
  const { index: store, rulingPatterns } = storage;
  const facts = new FactSearch(graph);
  const onUnreadable = (account: string) => flusher.suspect(account);
  const searching = { embedder, store, base, residents, facts, onUnreadable };
  // For callers that leave no receipt, or write their own.
  const plainSearch = new Search({ ...searching, receipts: noReceipts });
  const rulebook = new Rulebook({
    statements: storage.statements,
    patterns: rulingPatterns,
    marks: storage.marks,
    wake: () => statements.wake(),
  });
  return {
    messages: wakingMessages(storage.messages, { queue }),
    patterns: wakingPatterns(storage.patterns, { receipts, queue, eraser }),
    erasures: wakingErasures(storage.erasures, { receipts, eraser }),
    outcomes: new DrainedOutcomes(storage.outcomes, receipts),
    search: new Search({ ...searching, receipts }),
    plainSearch,
    similar: new SimilarPatterns({ search: plainSearch, store, embedder }),
    graph,
    rulebook,
    conflicts: new Conflicts({ rulebook, search: plainSearch, patterns: rulingPatterns, classifier }),
  };
}
