import { sql } from "kysely";
import { beforeEach, afterEach, expect, test } from "vitest";
import { SqlClaimStore } from "../../../src/store/graph/claims.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlOutcomeStore } from "../../../src/store/retrieval/outcomes.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { mend } from "../../../src/store/upkeep/verify/mend.ts";
import { allChanges, embedAll, findings, pattern, say } from "../fixture/account-data.ts";
import { receipt } from "../fixture/erasing.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const scope = { account: "acc", user: "ana" };
let store: TemporaryStore;
let first: string;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  first = await say(store.db, scope, "apple pear");
  await say(store.db, scope, "plum");
  await say(store.db, scope, "fig", "two");
  const { pattern: put } = await new SqlPatternStore(store.db).put(scope, pattern("Title"), { origin: "agent" });
  await receipt(store, scope, "ret_1", [put.id, first]);
  await new SqlOutcomeStore(store.db).record(scope, { retrievalId: "ret_1", success: true });
  await embedAll(store.db);
});
afterEach(() => store[Symbol.asyncDispose]());

const damage = (statement: string) => store.db.writer.write((tx) => sql.raw(statement).execute(tx));
const sessions = () => store.db.read.selectFrom("session").selectAll().orderBy("session_id").execute();

test.each([
  ["a session whose message count is wrong", "update session set message_count = message_count + 1"],
  ["a session that would assign a place twice", "update session set next_position = 0"],
  ["messages without their session", "delete from session"],
])("mends %s: it is as it was", async (problem, statement) => {
  const before = await sessions();
  await damage(statement);
  expect((await findings(store.db)).map((finding) => finding.problem)).toContain(problem);
  expect(await mend(store.db, "acc")).toBe(2);
  expect(await mend(store.db, "acc")).toBe(0);
  expect(await findings(store.db)).toEqual([]);
  expect(await sessions()).toEqual(before);
});

test("a session that has lost its messages has none, and gives none of their places", async () => {
  await damage("delete from memory where session_id = 'two'");
  await damage("delete from vector where id not in (select id from memory)");
  await mend(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
  expect(await sessions()).toMatchObject([{ message_count: 2 }, { message_count: 0, next_position: 1 }]);
});

test("mends vectors of no memory and of another text; the rest are kept", async () => {
  const vectors = () => store.db.read.selectFrom("vector").select("id").orderBy("id").execute();
  const before = await vectors();
  await damage("insert into vector select account_id, 'msg_gone', fingerprint, content_hash, data from vector limit 1");
  await damage(`update vector set content_hash = 'other' where id = '${first}'`);
  await mend(store.db, "acc");
  expect(await vectors()).toEqual(before.filter(({ id }) => id !== first));
});

test("mends claims of what is not there, and has facts read again", async () => {
  const claims = new SqlClaimStore(store.db);
  const job = (await claims.next(1, "", 10))!;
  await claims.complete(1, [{ job, read: job.messages.map((message) => ({ message, claims: [] })) }]);
  expect(await claims.next(1, "", 10)).toBeUndefined();
  await damage("insert into claim values ('acc', 'msg_gone', 'ana', 1, 'h', 1, 0, '[]')");
  await mend(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
  expect((await claims.next(1, "", 10))?.messages).toHaveLength(4);
});

test("claims are forgotten only together with the progress of reading", async () => {
  const claims = new SqlClaimStore(store.db);
  const job = (await claims.next(1, "", 10))!;
  await claims.complete(1, [{ job, read: job.messages.map((message) => ({ message, claims: [] })) }]);
  await damage("insert into claim values ('acc', 'msg_gone', 'ana', 1, 'h', 1, 0, '[]')");
  await damage("create trigger stop before update on graph_progress begin select raise(abort, 'stopped'); end");
  await expect(mend(store.db, "acc")).rejects.toThrow("stopped");
  expect((await findings(store.db)).map(({ id }) => id)).toEqual(["msg_gone"]);
});

test.each([
  ["a record that does not match the reported outcomes", "update memory set applications = 2 where applications = 1"],
  ["outcomes of a memory that does not exist", "update credit set memory_id = 'no' || memory_id"],
])("mends %s: a server beside us sees it", async (problem, statement) => {
  const last = Math.max(...(await allChanges(store.db, "acc", 0)).map(({ seq }) => seq));
  await damage(statement);
  expect((await findings(store.db)).map((finding) => finding.problem)).toContain(problem);
  await mend(store.db, "acc");
  expect((await findings(store.db)).map((finding) => finding.problem)).not.toContain(problem);
  expect((await allChanges(store.db, "acc", last)).map(({ id }) => id)).toContain(first);
});

test("a credit without its outcome is kept, and named until a backup is restored", async () => {
  const credits = () => store.db.read.selectFrom("credit").selectAll().orderBy("memory_id").execute();
  const before = await credits();
  await damage("delete from outcome");
  await mend(store.db, "acc");
  expect(await credits()).toEqual(before);
  expect((await findings(store.db)).map(({ problem }) => problem)).toEqual(["a credit without its outcome"]);
});

test("where nothing is wrong, nothing is written", async () => {
  const rows = () => store.db.read.selectFrom("memory").selectAll().orderBy("id").execute();
  const before = await rows();
  await mend(store.db, "acc");
  expect(await rows()).toEqual(before);
  expect(await new SqlMessageStore(store.db).get(scope, first)).toMatchObject({ content: "apple pear" });
});
