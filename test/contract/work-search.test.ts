import { expect, test, vi } from "vitest";
import { SqlClaimStore } from "../../src/store/graph/claims.ts";
import { SqlStatementStore } from "../../src/store/directive/statements.ts";
import { openDatabase, type Database } from "../../src/store/database.ts";
import { SqlFlushStore } from "../../src/store/index/flush.ts";
import { SqlIndexStore } from "../../src/store/index/index-store.ts";
import { WorkSearch } from "../../src/store/work-search.ts";
import { say } from "./fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "./fixture/store.ts";

const ana = { account: "acc", user: "ana" };
const put = (db: Database, name: string) =>
  db.writer.write((tx) => tx.insertInto("setting").values({ name, value: "1" }).execute());

test("what found nothing is searched again after a commit of its own process or another, or with another question", async () => {
  await using store = await temporaryStore();
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  const work = new WorkSearch(store.db);
  const search = vi.fn<() => Promise<string | undefined>>(() => Promise.resolve(undefined));
  const searches = async (question = "q") => {
    search.mockClear();
    await work.find(question, search);
    return search.mock.calls.length;
  };
  expect([await searches(), await searches()]).toEqual([1, 0]);
  await put(store.db, "own");
  expect([await searches(), await searches()]).toEqual([1, 0]);
  await put(other.db, "another's");
  expect([await searches(), await searches()]).toEqual([1, 0]);
  expect([await searches("r"), await searches("q"), await searches("q")]).toEqual([1, 1, 0]);
});

test("what found something is searched again, and so is what was committed to while it searched", async () => {
  await using store = await temporaryStore();
  const work = new WorkSearch(store.db);
  const found = await Promise.all(["a", "b"].map((each) => work.find("q", () => Promise.resolve(each))));
  expect(found).toEqual(["a", "b"]);
  expect(await work.find("q", () => put(store.db, "meanwhile").then(() => undefined))).toBeUndefined();
  expect(await work.find("q", () => Promise.resolve("c"))).toBe("c");
});

/** The same database, and how often it was read of. */
function counted({ db }: TemporaryStore) {
  const count = { reads: 0 };
  const read = new Proxy(db.read, {
    get(target, key) {
      count.reads++;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  return { count, db: { ...db, read } };
}

function claimsOf(db: Database) {
  const store = new SqlClaimStore(db);
  return () => store.next(1, "", 10);
}

function statementsOf(db: Database) {
  const store = new SqlStatementStore(db);
  return () => store.next(1, "", 10);
}

function flushesOf(db: Database) {
  const store = new SqlFlushStore(db, new SqlIndexStore(db));
  return () => store.due({ first: 1, later: 1 }, 10);
}

test.each<[string, (db: Database) => () => Promise<unknown>]>([
  ["claims", claimsOf],
  ["statements", statementsOf],
  ["flushes", flushesOf],
])("where nothing was committed, %s look at no account; what another process stores they find", async (_name, open) => {
  await using store = await temporaryStore();
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  await store.account("acc");
  const { count, db } = counted(store);
  const pass = open(db);
  const nothing = await pass();
  const { reads } = count;
  expect(reads).toBeGreaterThan(0);
  expect(await pass()).toEqual(nothing);
  expect(count.reads).toBe(reads);
  await say(other.db, ana, "some words");
  expect(await pass()).not.toEqual(nothing);
});
