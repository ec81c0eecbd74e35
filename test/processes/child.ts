import { AppError } from "../../src/error.ts";
import type { ErasureTarget } from "../../src/memory/entity/erasure.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { Flusher } from "../../src/memory/background/flushing/flusher.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import { Search } from "../../src/memory/search/search.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { verifyStore, type Finding } from "../../src/store/upkeep/verify/verify.ts";
import { compareIndex } from "../../src/cli/index/compare.ts";
import { embedAll, openStores, wordSpace } from "../fixture/stores.ts";
import { Gate, gated, gatedBatches, type Point } from "./gate.ts";
import { searchedAtMs, type Answer, type Found, type Outcome, type Request, type Said, type Work } from "./protocol.ts";

/** One process on the folder, told by its parent what to do. */

const [path = "", ahead] = process.argv.slice(2);
let clockAheadMs = Number(ahead);
const gate = new Gate();
const stores = await openStores(path, () => Date.now() + clockAheadMs);
const { db, base, index, flush, messages } = stores;
const erasures = new SqlErasureStore(db);
// Batches so small that most flushes have several.
const flusher = new Flusher({
  store: flush,
  base: gatedBatches(base, gate),
  dimensions: () => wordSpace.dimensions,
  flushRows: 4,
  purgeWaitMs: 0,
  onStep: (step) => gate.pass(step),
});
const store = gated(gated(index, "byId", gate), "hydrate", gate);
const search = new Search({
  embedder: wordSpace,
  store,
  base: gated(base, "candidates", gate),
  residents: new ResidentSet(store),
  receipts: { add: () => undefined },
  now: () => searchedAtMs,
});

async function find(scope: Scope, query: string): Promise<Found[]> {
  const { results } = await search.search(scope, { query, limit: 200 });
  return results.map(({ memory: { id, content }, similarity }) => ({ id, content, similarity }));
}

/** As the eraser does it. */
async function purge(account: string): Promise<void> {
  const open = () => erasures.pending(account, Date.now(), 1_000);
  for (const job of await open()) if (job.hiddenAtMs === undefined) await erasures.hide(job);
  const pending = await open();
  await erasures.sweep(account, pending);
  await flusher.purge(account);
  await erasures.finish(pending);
}

async function run(work: Work): Promise<Outcome> {
  try {
    if (work.kind === "search") return await find(work.scope, work.query);
    if (work.kind === "flush") await flusher.flushAccount(work.account);
    if (work.kind === "purge") await purge(work.account);
    if (work.kind === "rebuild") {
      // As `cairn repair` does it.
      await flush.reset(work.account);
      await flusher.purge(work.account);
      await flusher.flushAccount(work.account);
    }
    return "done";
  } catch (error) {
    if (work.kind !== "search" && error instanceof AppError && error.code === "unavailable") return "unavailable";
    throw error;
  }
}

let working: Promise<Outcome> | undefined;

const methods = {
  account: async (name: string) => (await stores.accounts.ensure(name, "unlimited")).id,
  async add(scope: Scope, said: Said[], embed: boolean): Promise<string[]> {
    const fresh = said.map((one) => ({ ...one, role: "user" as const, source: "", origin: "user" as const }));
    const { ids } = await messages.add(scope, fresh);
    if (embed) await embedAll(stores);
    return ids;
  },
  async edit(scope: Scope, id: string, content: string, embed: boolean): Promise<void> {
    await messages.edit(scope, id, { content });
    if (embed) await embedAll(stores);
  },
  erase: async (scope: Scope, target: ErasureTarget) => (await erasures.begin(scope, target))!.id,
  erased: async (scope: Scope, id: string) => (await erasures.get(scope, id))?.doneAtMs !== undefined,
  embed: () => embedAll(stores),
  search: find,
  /** Ends when the work is done or held. */
  async begin(work: Work, at: Point | undefined): Promise<Outcome | "held"> {
    const held = gate.close(at).then(() => "held" as const);
    working = run(work).finally(() => gate.open());
    working.catch(() => {}); // `end` tells of it
    return Promise.race([working, held]);
  },
  async end(): Promise<Outcome> {
    gate.open();
    return working!;
  },
  advance: async (ms: number) => void (clockAheadMs += ms),
  /** What `cairn verify` finds. */
  async verify(account: string): Promise<Finding[]> {
    const findings = (await compareIndex(db, base, account)).findings;
    for await (const finding of verifyStore(db)) findings.push(finding);
    return findings;
  },
};

export type Methods = typeof methods;

process.on("message", async ({ call, method, args }: Request) => {
  const work = methods[method] as (...args: unknown[]) => Promise<unknown>; // the parent's types are `Methods`
  const answer: Answer = await work(...args).then(
    (value) => ({ call, value }),
    (error: unknown) => ({
      call,
      error: error instanceof Error ? `${error.stack} ${String(error.cause ?? "")}` : String(error),
    }),
  );
  process.send!(answer);
});
process.on("disconnect", () => process.exit());
process.send!({ call: 0 });
