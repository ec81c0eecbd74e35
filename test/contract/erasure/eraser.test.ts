import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Eraser, type EraserOptions } from "../../../src/memory/background/eraser.ts";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { NoRoomError } from "../../../src/memory/background/flushing/no-room.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { embedAll, makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

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
  vi.useRealTimers();
  await eraser.stop();
  await folder.remove();
});

function start(options: Partial<EraserOptions> = {}): void {
  eraser = new Eraser({ store: erasures, flusher, intervalMs: 20, delayMs: 0, ...options });
  eraser.start();
}

const scope = () => ({ account, user: "ann" });

async function say(...contents: string[]): Promise<string[]> {
  return sayAs(scope(), ...contents);
}

async function sayAs(of: Scope, ...contents: string[]): Promise<string[]> {
  const message = { role: "user" as const, sessionId: "s", source: "", origin: "user" as const };
  return (
    await stores.messages.add(
      of,
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
  await embedAll(stores);
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
  await vi.waitFor(async () => expect(await erasures.openAccounts("", 10)).toEqual([]), { timeout: 5_000 });
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

test("that the disk has no room for a purge is told once, however often it is tried", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  await erasures.begin(scope(), { kind: "message", id: id! });
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  const purge = vi.fn<Flusher["purge"]>().mockRejectedValue(new NoRoomError(account));
  start({ flusher: { purge, drop: (of) => flusher.drop(of) }, onError });
  await expect.poll(() => purge.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(2);
  expect(onError).toHaveBeenCalledTimes(1);
});

test("an erasure is purged only after a delay, so that receipts which other processes write late are found", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  vi.useFakeTimers({ toFake: ["Date"] });
  start({ delayMs: 700 });
  const erasure = (await erasures.begin(scope(), { kind: "message", id: id! }))!;
  const pending = vi.spyOn(erasures, "pending");
  await expect.poll(() => pending.mock.calls.length).toBeGreaterThan(2);
  expect((await erasures.get(scope(), erasure.id))?.doneAtMs).toBeUndefined();
  const results = [{ id: id!, layer: "signals" as const, similarity: 1 }];
  const searchedAtMs = erasure.createdAtMs - 10;
  await new SqlRetrievalStore(stores.db).record([
    { ...scope(), id: "ret_late", query: canary, queryHash: "", results, createdAtMs: searchedAtMs },
  ]);
  vi.useRealTimers();
  await finished(erasure.id);
  const receipt = await new SqlRetrievalStore(stores.db).get(scope(), "ret_late");
  expect(receipt).toMatchObject({ query: undefined, results: [] });
  expect(filesWith(canary)).toEqual([]);
});

test("what others still flush is purged when they are done; what SQL has of it goes before that", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  await flusher.flushAccount(account);
  const held = (await stores.flush.acquire(account, 60_000))!;
  const erasure = (await erasures.begin(scope(), { kind: "message", id: id! }))!;
  const swept = vi.spyOn(erasures, "sweep");
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  start({ onError });
  await vi.waitFor(() => expect(swept).toHaveBeenCalledTimes(1), { timeout: 5_000 });
  await stores.flush.release(held);
  await finished(erasure.id);
  expect(onError).not.toHaveBeenCalled();
  expect(filesWith(canary, canaryWord)).toEqual([]);
});

test("while the base cannot be purged, SQL's last bytes are taken all the same, and nothing is done", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  const purged = vi.spyOn(flusher, "purge").mockRejectedValue(new Error("no room"));
  const erasure = (await erasures.begin(scope(), { kind: "message", id: id! }))!;
  expect(filesWith(canary)).not.toEqual([]);
  start({ onError: () => undefined });
  await expect.poll(() => filesWith(canary), { timeout: 5_000 }).toEqual([]);
  expect(purged).toHaveBeenCalled();
  expect((await erasures.get(scope(), erasure.id))?.doneAtMs).toBeUndefined();
  purged.mockRestore();
  await finished(erasure.id);
});

test("an erasure is done soon after others have read what it takes the last bytes from", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  const erasure = (await erasures.begin(scope(), { kind: "message", id: id! }))!;
  const reading = stores.db.snapshot(async (db) => {
    await db.selectFrom("memory").select("id").execute();
    await new Promise((resume) => setTimeout(resume, 300));
  });
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  start({ onError });
  await finished(erasure.id);
  await reading;
  expect(onError).not.toHaveBeenCalled();
});

test("what a crash left half hidden is hidden, and then purged", async () => {
  const [id] = await say(`remember the ${canary}`, "more");
  const erasure = (await erasures.begin(scope(), { kind: "message", id: id! }))!;
  const half = { kind: "user", user_id: scope().user, hidden_at: null };
  await stores.db.writer.write((tx) => tx.updateTable("erasure").set(half).execute());
  start();
  await finished(erasure.id);
  expect((await stores.messages.sessions(scope(), { limit: 1, offset: 0 })).total).toBe(0);
});

test("an account that cannot be purged holds up no other, however many erasures it has", async () => {
  const ids = await say(...Array.from({ length: 130 }, (_, i) => `note ${i}`));
  for (const id of ids) await erasures.begin(scope(), { kind: "message", id });
  const others: { of: Scope; id: string }[] = [];
  for (let i = 0; i < 25; i++) {
    const of = { account: (await stores.accounts.ensure(`other ${i}`, "unlimited")).id, user: "ann" };
    const [id] = await sayAs(of, "note");
    others.push({ of, id: (await erasures.begin(of, { kind: "message", id: id! }))!.id });
  }
  const purge = async (of: string) => {
    if (of === account) throw new Error("a broken table");
  };
  const purged = vi.spyOn(stores.db, "purge");
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  start({ flusher: { purge, drop: purge }, onError });
  for (const { of, id } of others) {
    await vi.waitFor(async () => expect((await erasures.get(of, id))?.doneAtMs).toBeGreaterThan(0), { timeout: 5_000 });
  }
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "a broken table" }), account);
  expect(await erasures.openAccounts("", 100)).toEqual([account]);
  // The file is read for many accounts at once.
  expect(purged.mock.calls.length).toBeLessThanOrEqual(3);
  // And what fails is left alone for a while.
  const [passes, failures] = [vi.spyOn(erasures, "openAccounts"), onError.mock.calls.length];
  await expect.poll(() => passes.mock.calls.length).toBeGreaterThan(15);
  expect(onError.mock.calls.length - failures).toBeLessThan(4);
});
