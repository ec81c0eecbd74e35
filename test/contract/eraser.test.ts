import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EmbeddingQueue } from "../../src/memory/background/embedding-queue.ts";
import { Eraser, type EraserOptions } from "../../src/memory/background/eraser.ts";
import { Flusher } from "../../src/memory/search/base/flusher.ts";
import { termsOf } from "../../src/memory/search/words/tokenize.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { makeFolder, wordSpace, type Folder, type Stores } from "../fixture/stores.ts";

let folder: Folder;
let stores: Stores;
let account: string;
let erasures: SqlErasureStore;
let flusher: Flusher;
let eraser: Eraser;

beforeEach(async () => {
  folder = makeFolder();
  stores = await folder.open();
  account = (await stores.accounts.ensure("main", "unlimited")).id;
  erasures = new SqlErasureStore(stores.db);
  flusher = new Flusher({ store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions });
});

afterEach(async () => {
  await eraser.stop();
  await folder.remove();
});

function start(options: Partial<EraserOptions> = {}): void {
  eraser = new Eraser({ store: erasures, flusher, intervalMs: 20, ...options });
  eraser.start();
}

const scope = () => ({ account, user: "ann" });

async function say(...contents: string[]): Promise<string[]> {
  const message = { role: "user" as const, sessionId: "s", source: "", origin: "user" as const };
  return (
    await stores.messages.add(
      scope(),
      contents.map((content) => ({ ...message, content })),
    )
  ).ids;
}

/** Files of the whole folder that hold the text, or the words that the base makes of it. */
function filesWith(...needles: string[]): string[] {
  return readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)));
}

async function embedAll(): Promise<void> {
  const queue = new EmbeddingQueue({ store: stores.embeddings, embedder: wordSpace, intervalMs: 10 });
  queue.start();
  await vi.waitFor(async () => expect(await stores.embeddings.backlog()).toBe(0));
  await queue.stop();
}

const finished = (id: string) =>
  vi.waitFor(async () => expect((await erasures.get(scope(), id))?.doneAtMs).toBeGreaterThan(0), { timeout: 10_000 });

const canary = "xylophonecanary";
const canaryWord = termsOf(canary).ids[0]!.toString(16).padStart(8, "0");

test("an erased memory leaves no byte in any file, and the others stay", async () => {
  const ids = await say(
    "a first note",
    `remember the ${canary}`,
    ...Array.from({ length: 300 }, (_, i) => `note ${i}`),
  );
  await embedAll();
  await flusher.flushAccount(account);
  expect(filesWith(canaryWord)).not.toEqual([]);
  start();
  const { id } = (await erasures.begin(scope(), { kind: "message", id: ids[1]! }))!;
  eraser.wake();
  await finished(id);
  expect(filesWith(canary, canaryWord)).toEqual([]);
  const { flushedSeq, baseVersion: version, fingerprint } = (await stores.index.state(account))!;
  const rows = [];
  for await (const row of stores.base.rows(account, { fingerprint, version })) rows.push(row.id);
  expect(rows.sort()).toEqual(ids.filter((other) => other !== ids[1]).sort());
  expect(await stores.index.changes(account, flushedSeq, 5)).toEqual([]);
});

test("erasures of an account without a base, and of a whole account, end too", async () => {
  const ids = await say(`remember the ${canary}`, "more");
  const { id } = (await erasures.begin(scope(), { kind: "message", id: ids[0]! }))!;
  start();
  await finished(id);
  await flusher.flushAccount(account);
  await erasures.begin(scope(), { kind: "account" });
  await vi.waitFor(async () => expect(await erasures.pending(10)).toEqual([]), { timeout: 5_000 });
  expect(await stores.base.accounts()).toEqual([]);
  expect(filesWith(canary, canaryWord)).toEqual([]);
});

test("what is pending is found at start, and what failed is tried again", async () => {
  const ids = await say(`remember the ${canary}`, "more");
  await flusher.flushAccount(account);
  const { id } = (await erasures.begin(scope(), { kind: "message", id: ids[0]! }))!;
  const failures = [new Error("disk full")];
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  const purge = async (of: string) => {
    const failure = failures.pop();
    if (failure) throw failure;
    await flusher.purge(of);
  };
  start({ flusher: { purge, drop: (of) => flusher.drop(of) }, onError });
  await finished(id);
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "disk full" }), account);
  expect(filesWith(canary, canaryWord)).toEqual([]);
});
