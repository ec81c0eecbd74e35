import SqliteConnection from "better-sqlite3";
import { expect, test, vi } from "vitest";
import type { Page, PageRequest } from "../../src/memory/page/page.ts";
import type { Database } from "../../src/store/database.ts";
import type { DirectAdapter } from "../../src/store/engine.ts";
import { SqlKeyStore } from "../../src/store/account/keys.ts";
import { SqlMessageStore } from "../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../src/store/pattern/patterns.ts";
import { SqlUserStore } from "../../src/store/memory/users.ts";
import { pattern, say } from "./fixture/account-data.ts";
import { ana, bob, system } from "./fixture/erasing.ts";
import { temporaryStore } from "./fixture/store.ts";

type List = (page: PageRequest) => Promise<Page<unknown> | undefined>;

async function messages(db: Database): Promise<List> {
  for (const text of ["one", "two", "three"]) await say(db, ana, text, "s");
  return (page) => new SqlMessageStore(db).list(ana, "s", page);
}

async function allMessages(db: Database): Promise<List> {
  for (const session of ["one", "two", "three"]) await say(db, ana, "text", session);
  return (page) => new SqlMessageStore(db).listAll(ana, page);
}

async function sessions(db: Database): Promise<List> {
  for (const session of ["one", "two", "three"]) await say(db, ana, "text", session);
  return (page) => new SqlMessageStore(db).sessions(ana, page);
}

async function patterns(db: Database): Promise<List> {
  const store = new SqlPatternStore(db);
  for (const title of ["one", "two", "three"]) await store.put(ana, pattern(title), { origin: "user" });
  return (page) => store.list(ana, [], page);
}

async function versions(db: Database): Promise<List> {
  const store = new SqlPatternStore(db);
  const { id } = (await store.put(ana, pattern("one"), { origin: "user" })).pattern;
  for (const title of ["two", "three"]) await store.edit(ana, id, { title }, { origin: "user" });
  return (page) => store.history(ana, id, page);
}

async function users(db: Database): Promise<List> {
  for (const user of ["one", "two", "three"]) await say(db, { account: "acc", user }, "text");
  return (page) => new SqlUserStore(db).list(system, page);
}

async function keys(db: Database): Promise<List> {
  const store = new SqlKeyStore(db);
  for (const id of ["one", "two", "three"]) await store.create("acc", id, "hash", { name: id, scopes: [] });
  return (page) => store.list("acc", page);
}

test.each<[string, (db: Database) => Promise<List>, string]>([
  [
    "messages",
    messages,
    "update session set message_count = 2; delete from memory where id in (select id from memory limit 1)",
  ],
  [
    "all messages",
    allMessages,
    "delete from session where session_id = 'one'; delete from memory where session_id = 'one'",
  ],
  ["sessions", sessions, "delete from session where session_id = 'one'"],
  ["patterns", patterns, "delete from pattern where id in (select id from pattern limit 1)"],
  ["versions", versions, "update pattern set version = 2; delete from pattern_version where version = 3"],
  ["users", users, "delete from session where user_id = 'one'"],
  ["keys", keys, "delete from key where id = 'one'"],
])("a list of %s counts what it lists, also while another process takes one away", async (_, given, taken) => {
  await using store = await temporaryStore();
  await store.account("acc");
  const list = await given(store.db);
  const other = new SqliteConnection(store.path);
  const adapter = store.db.read.getExecutor().adapter as DirectAdapter; // of every Db, says its type
  const iterate = adapter.iterate.bind(adapter);
  vi.spyOn(adapter, "iterate").mockImplementation((sql, parameters) => {
    if (sql.includes(" limit ")) other.exec(`begin; ${taken}; commit`);
    return iterate(sql, parameters);
  });
  const first = await list({ limit: 10, offset: 0 });
  expect([first?.items.length, first?.total]).toEqual([3, 3]);
  vi.restoreAllMocks();
  other.close();
  const second = await list({ limit: 10, offset: 0 });
  expect([second?.items.length, second?.total]).toEqual([2, 2]);
  expect(await list({ limit: 10, offset: 5 })).toEqual({ items: [], total: 2 });
});

test("a list takes no cursor of another, nor one for another user or other filters", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [written, kept] = [new SqlMessageStore(store.db), new SqlPatternStore(store.db)];
  const all: List[] = [];
  for (const given of [messages, allMessages, sessions, versions, users, keys]) all.push(await given(store.db));
  for (const scope of [ana, bob]) await say(store.db, scope, "text", "t");
  for (const title of ["five", "four"]) await kept.put(bob, { ...pattern(title), tags: ["a"] }, { origin: "user" });
  const { id } = (await kept.list(bob, ["a"], { limit: 1, offset: 0 })).items[0]!;
  await kept.edit(bob, id, { problem: "another" }, { origin: "user" });
  all.push(
    (page) => written.list(ana, "t", page),
    (page) => written.sessions(bob, page),
    (page) => kept.list(ana, [], page),
    (page) => kept.list(bob, [], page),
    (page) => kept.list(bob, ["a"], page),
    (page) => kept.history(bob, id, page),
  );
  let cursors = 0;
  for (const list of all) {
    const cursor = (await list({ limit: 1, offset: 0 }))?.nextCursor;
    if (cursor === undefined) continue;
    cursors++;
    await list({ limit: 1, offset: 0, cursor });
    for (const other of all.filter((each) => each !== list)) {
      await expect(other({ limit: 1, offset: 0, cursor })).rejects.toThrow(
        "cursor: must be a cursor that this list returned",
      );
    }
  }
  expect(cursors).toBe(9);
});
