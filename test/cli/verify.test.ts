import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BuiltinEngine } from "../../src/embed/builtin/engine.ts";
import type { Base } from "../../src/memory/search/base/base.ts";
import { Flusher } from "../../src/memory/background/flushing/flusher.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { openBase } from "../../src/vector/base.ts";
import { compareIndex } from "../../src/cli/index/compare.ts";
import { cairn } from "../support/cli.ts";

const space = "test/4";
const dimensions = 4;
let folder: string;
let storage: Storage;
let base: Base;
let account: string;
let ids: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-verify-"));
  storage = await openStorage({ dataFolder: folder });
  await storage.generations.activate(space);
  base = await openBase({ path: storage.folder.base });
  account = (await storage.accounts.ensure("main", "unlimited")).id;
  ids = await say("one", "two", "three");
  await new Flusher({ store: storage.flushes, base, dimensions: () => dimensions }).flushAccount(account);
});

afterEach(async () => {
  await base.close();
  await storage.database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function say(...contents: string[]): Promise<string[]> {
  const message = { role: "user" as const, origin: "user" as const, sessionId: "s", source: "" };
  const messages = contents.map((content) => ({ ...message, content }));
  return (await storage.messages.add({ account, user: "system" }, messages)).ids;
}

const problems = async () =>
  (await compareIndex(storage.database, base, account)).findings.map(({ problem }) => problem);
async function apply(removedIds: string[], memories: Parameters<typeof rows>[0] = []): Promise<void> {
  const { baseVersion: version } = (await storage.index.state(account))!;
  await base.apply(account, { fingerprint: space, version, token: 0 }, dimensions, rows(memories, removedIds));
}

async function* rows(memories: Awaited<ReturnType<Storage["index"]["byId"]>>, removedIds: string[]) {
  yield { memories, removedIds };
}

test("finds nothing where SQL and the table agree, flushed or not", async () => {
  expect(await compareIndex(storage.database, base, account)).toEqual({ memories: 3, findings: [] });
  await storage.messages.edit({ account, user: "system" }, ids[0]!, { content: "one more" });
  expect(await problems()).toEqual([]);
});

test("finds nothing where somebody flushes while it looks", async () => {
  const flusher = new Flusher({ store: storage.flushes, base, dimensions: () => dimensions });
  const moving = Object.assign(Object.create(base) as Base, {
    async *rows(...args: Parameters<Base["rows"]>) {
      yield* base.rows(...args);
      await say("more");
      await flusher.flushAccount(account);
    },
    isWhole: (...args: Parameters<Base["isWhole"]>) => base.isWhole(...args),
  });
  await storage.messages.edit({ account, user: "system" }, ids[0]!, { content: "one more" });
  expect((await compareIndex(storage.database, moving, account)).findings).toEqual([]);
});

test("finds nothing where the table is ahead of what is published", async () => {
  await storage.erasures.begin({ account, user: "system" }, { kind: "message", id: ids[0]! });
  await say("more");
  const found: string[][] = [];
  const onStep = async (step: string) => void (step === "applied" && found.push(await problems()));
  await new Flusher({ store: storage.flushes, base, dimensions: () => dimensions, onStep }).flushAccount(account);
  expect(found).toEqual([[]]);
});

test("finds a row that is missing from the table", async () => {
  await apply([ids[1]!]);
  expect(await problems()).toEqual(["a flushed memory that is not in the table"]);
});

test("finds a row that SQL does not know", async () => {
  const [memory] = await storage.index.byId(account, [ids[0]!]);
  await apply([], [{ ...memory!, id: "msg_stranger" }]);
  expect(await problems()).toEqual(["a row of the table that is not in SQL"]);
});

test("finds a table that is gone", async () => {
  await base.drop(account);
  expect(await problems()).toContain("a table that cannot be read");
});

test("the table of an erased account is the eraser's until it is purged, and then nobody's", async () => {
  const run = (command: string) => cairn([command, "--json"], { CAIRN_DATA: folder });
  await storage.erasures.begin({ account, user: "system" }, { kind: "account" });
  // As if the purge were half done.
  await storage.database.writer.write((tx) => tx.deleteFrom("lexicon_total").execute());
  expect(JSON.parse((await run("verify")).stdout)).toMatchObject({ ok: true, findings: [] });
  await run("repair");
  expect(await base.accounts()).toEqual([account]);

  const jobs = await storage.erasures.pending(account, Date.now(), 10);
  await storage.erasures.sweep(account, jobs);
  await storage.erasures.finish(jobs);
  const { code, stdout } = await run("verify");
  expect(code).toBe(1);
  expect(JSON.parse(stdout).findings).toMatchObject([{ account, problem: "a table whose account does not exist" }]);
  await run("repair");
  expect(await base.accounts()).toEqual([]);
});

test("repair has refused texts embedded anew", async () => {
  const jobs = await storage.embeddings.claim(space, 10, 60_000);
  await storage.embeddings.release(jobs, 24 * 3_600_000);
  expect(await storage.embeddings.claim(space, 10, 60_000)).toEqual([]);
  await cairn(["repair"], { CAIRN_DATA: folder });
  expect(await storage.embeddings.claim(space, 10, 60_000)).toHaveLength(3);
});

test("repair flushes an account that has no vector", async () => {
  await storage.generations.activate(new BuiltinEngine({ kind: "builtin" }).fingerprint);
  await cairn(["repair"], { CAIRN_DATA: folder, CAIRN_RESIDENT_ROWS: "1" });
  expect(await base.accounts()).toEqual([account]);
});
