import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { SqlExport } from "../../src/store/upkeep/transfer/export.ts";

let folder: string;
let storage: Storage;
let account: string;
const scope = () => ({ account, user: "ann" });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-import-"));
  storage = await openStorage({ dataFolder: folder });
  account = (await storage.accounts.ensure("main", "unlimited")).id;
});

afterEach(async () => {
  await storage.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const id = (prefix: string, n: number) => prefix + String(n).padStart(26, "0");
const message = (n: number) => ({
  id: id("msg_", n),
  user: "ann",
  role: "user" as const,
  origin: "user" as const,
  content: `text ${n}`,
  sessionId: "s",
  source: "",
  createdAtMs: n,
});
const content = { title: "Retry", problem: "p", solution: "s", tags: [], worksWhen: [], antiPatterns: [] };
const pattern = {
  id: id("pat_", 1),
  origin: "operator" as const,
  record: { applications: 2, successes: 1.5, failures: 0 },
  versions: [
    { ...content, createdAtMs: 1_000 },
    { ...content, solution: "t", createdAtMs: 2_000 },
  ],
};

test("messages keep their ids and times, and come in once", async () => {
  expect(await storage.importer.addMessages(account, [message(1), message(2)])).toBe(2);
  expect(await storage.importer.addMessages(account, [message(2), message(3)])).toBe(1);
  const page = await storage.messages.list(scope(), "s", { limit: 10, offset: 0 });
  expect(page?.items.map((item) => [item.id, item.createdAtMs])).toEqual([1, 2, 3].map((n) => [id("msg_", n), n]));
  expect(page?.total).toBe(3);
});

test("a message that stands twice in a slice comes in once", async () => {
  expect(await storage.importer.addMessages(account, [message(1), message(1)])).toBe(1);
});

test("messages of users in turn are stored together, each at its user's next place and time", async () => {
  const users = ["ann", "bob", "ann", "cid", "bob", "ann"];
  const messages = users.map((user, n) => ({ ...message(n), user, ...(n === 2 && { gap: 1 }) }));
  const write = vi.spyOn(storage.database.writer, "write");
  expect(await storage.importer.addMessages(account, messages)).toBe(6);
  expect(write).toHaveBeenCalledOnce();
  const columns = ["user_id", "id", "position", "created_at", "seq"] as const;
  const rows = await storage.database.read.selectFrom("memory").select(columns).orderBy("seq").execute();
  const first = rows[0]!.seq;
  const positions = [0, 0, 2, 0, 1, 3];
  expect(rows).toEqual(
    users.map((user, n) => ({
      user_id: user,
      id: id("msg_", n),
      position: positions[n],
      created_at: n,
      seq: first + n,
    })),
  );
});

test("gaps are kept, in a slice and behind one, and count no messages", async () => {
  await storage.importer.addMessages(account, [{ ...message(1), gap: 2 }, message(2), { ...message(3), gap: 1 }]);
  await storage.importer.addMessages(account, [{ ...message(4), gap: 1 }]);
  const lines = [];
  for await (const { content, gap } of new SqlExport(storage.database.read, { account }).messages())
    lines.push([content, gap]);
  expect(lines).toEqual([
    ["text 1", 2],
    ["text 2", undefined],
    ["text 3", 1],
    ["text 4", 1],
  ]);
  const page = await storage.messages.list(scope(), "s", { limit: 10, offset: 0 });
  expect(page?.total).toBe(4);
});

test("what was erased comes back under a new id", async () => {
  await storage.importer.addMessages(account, [message(1)]);
  await storage.erasures.begin(scope(), { kind: "message", id: id("msg_", 1) });
  expect(await storage.importer.addMessages(account, [message(1)])).toBe(1);
  const page = await storage.messages.list(scope(), "s", { limit: 10, offset: 0 });
  expect(page?.items).toMatchObject([{ content: "text 1", createdAtMs: 1 }]);
  expect(page?.items[0]?.id).not.toBe(id("msg_", 1));
});

test("what was erased and imported again is known from then on", async () => {
  await storage.importer.addMessages(account, [message(1)]);
  await storage.erasures.begin(scope(), { kind: "message", id: id("msg_", 1) });
  expect(await storage.importer.addMessages(account, [message(1)])).toBe(1);
  expect(await storage.importer.addMessages(account, [message(1)])).toBe(0);
  const page = await storage.messages.list(scope(), "s", { limit: 10, offset: 0 });
  await storage.erasures.begin(scope(), { kind: "message", id: page!.items[0]!.id });
  expect(await storage.importer.addMessages(account, [message(1)])).toBe(1);
  expect(await storage.importer.addMessages(account, [message(1)])).toBe(0);
});

test("a pattern keeps its id, its versions with their times, and its record", async () => {
  expect(await storage.importer.addPattern(scope(), pattern)).toBe("stored");
  expect(await storage.patterns.get(scope(), pattern.id)).toMatchObject({
    version: 2,
    solution: "t",
    createdAtMs: 1_000,
    updatedAtMs: 2_000,
    record: pattern.record,
  });
  const history = await storage.patterns.history(scope(), pattern.id, { limit: 10, offset: 0 });
  expect(history?.items.map(({ solution, createdAtMs }) => [solution, createdAtMs])).toEqual([
    ["t", 2_000],
    ["s", 1_000],
  ]);
});

test("a pattern that is there is left alone", async () => {
  await storage.importer.addPattern(scope(), pattern);
  expect(await storage.importer.addPattern(scope(), pattern)).toBe("known");
  const unused = { ...pattern, id: id("pat_", 2), record: { applications: 0, successes: 0, failures: 0 } };
  expect(await storage.importer.addPattern(scope(), unused)).toBe("known");
});

test("where a title is taken the versions become that pattern's, each once, however often they are imported", async () => {
  const saying = (...solutions: string[]) => ({
    ...pattern,
    id: id("pat_", 2),
    versions: solutions.map((solution, i) => ({ ...content, solution, createdAtMs: i })),
  });
  const solutions = async () => {
    const history = await storage.patterns.history(scope(), pattern.id, { limit: 20, offset: 0 });
    return history!.items.map(({ solution }) => solution).toReversed();
  };
  await storage.importer.addPattern(scope(), pattern);
  expect(await storage.importer.addPattern(scope(), saying("u", "v"))).toBe("stored");
  expect(await storage.importer.addPattern(scope(), saying("u", "v"))).toBe("known");
  expect(await storage.importer.addPattern(scope(), saying("u", "v", "v", "w"))).toBe("stored");
  expect(await solutions()).toEqual(["s", "t", "u", "v", "w"]);
  expect(await storage.importer.addPattern(scope(), saying("u", "v"))).toBe("known");
  expect(await storage.importer.addPattern(scope(), saying("t", "v"))).toBe("stored");
  expect(await solutions()).toEqual(["s", "t", "u", "v", "w", "t", "v"]);
  expect(await storage.patterns.get(scope(), pattern.id)).toMatchObject({ solution: "v", version: 7 });
});

test("an earlier title is the same pattern's, and nobody else's", async () => {
  await storage.importer.addPattern(scope(), pattern);
  await storage.patterns.put(scope(), { ...content, title: "Before" }, { origin: "user" });
  const versions = ["Before", "Long before", "Retry"].map((title, i) => ({ ...content, title, createdAtMs: i }));
  const renamed = { ...pattern, id: id("pat_", 2), versions };
  expect(await storage.importer.addPattern(scope(), renamed)).toBe("stored");
  expect(await storage.importer.addPattern(scope(), renamed)).toBe("known");
  const page = await storage.patterns.list(scope(), [], { limit: 10, offset: 0 });
  expect(page.items.map(({ title, version }) => [title, version]).sort()).toEqual([
    ["Before", 1],
    ["Retry", 5],
  ]);
});

test("a pattern that is erased while others are exported is exported as it was", async () => {
  const other = { ...pattern, id: id("pat_", 2), versions: [{ ...content, title: "Other", createdAtMs: 1 }] };
  await storage.importer.addPattern(scope(), pattern);
  await storage.importer.addPattern(scope(), other);
  const exported: [string, number][] = [];
  await storage.database.snapshot(async (read) => {
    for await (const each of new SqlExport(read, { account }).patterns()) {
      exported.push([each.id, each.versions.length]);
      await storage.erasures.begin(scope(), { kind: "pattern", id: other.id });
    }
  });
  expect(exported).toEqual([
    [pattern.id, pattern.versions.length],
    [other.id, 1],
  ]);
});

test("a pattern that was merged and comes again stands by itself, and can be merged again", async () => {
  const other = { ...pattern, id: id("pat_", 2), versions: [{ ...content, title: "Other", createdAtMs: 1 }] };
  for (const each of [pattern, other]) await storage.importer.addPattern(scope(), each);
  const merge = () => storage.patterns.merge(scope(), pattern.id, [other.id], { origin: "user" });
  await merge();
  // As housekeeping does a week later, and then under the id of before.
  const { read, writer } = storage.database;
  await writer.write((tx) => tx.deleteFrom("memory").where("id", "=", other.id).where("deleted", "=", 1).execute());
  expect(await storage.importer.addPattern(scope(), other)).toBe("stored");
  const merged = () => read.selectFrom("merged_pattern").select(["id", "into_id"]).execute();
  expect(await merged()).toEqual([]);
  expect(await merge()).toMatchObject({ merged: [other.id] });
  expect(await merged()).toEqual([{ id: other.id, into_id: pattern.id }]);
});
