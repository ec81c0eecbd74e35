import { expect, test } from "vitest";
import { formatMessageLine } from "../../../src/cli/lines/line.ts";
import type { JsonObject } from "../../../src/json.ts";
import { extractClaims } from "../../../src/memory/graph/extract.ts";
import { Graph } from "../../../src/memory/graph/graph.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { expireThreads, forgetTurns } from "../../../src/store/gateway/forget.ts";
import { SqlClaimStore } from "../../../src/store/graph/claims.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlExport } from "../../../src/store/upkeep/transfer/export.ts";
import { SqlImport } from "../../../src/store/upkeep/transfer/import.ts";
import { findings } from "../../contract/fixture/account-data.ts";
import { readStatements, rulebookOf } from "../../contract/fixture/rulebook.ts";
import { ann, answer, assistant, user, World } from "./world.ts";
import { parseText } from "../../support/parse-line.ts";

/** Search sees of a thread the branch that is talked on; what was left stays stored, and comes back with its branch. */

/** What of the stored conversation search can show. */
async function found(world: World, scope = ann): Promise<string[]> {
  const rows = await world.store.db.read.selectFrom("memory").select("id").where("source", "=", "gateway").execute();
  const shown = await new SqlIndexStore(world.store.db).hydrate(
    scope,
    rows.map(({ id }) => id),
  );
  return shown.map(({ content }) => content).toSorted();
}

const turns = (...texts: string[]): JsonObject[] =>
  texts.map((text, i) => (i % 2 === 0 ? user(text) : assistant(text)));

test("a conversation that grows is found whole", async () => {
  await using world = await World.create();
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this") }, "a2");
  expect(await found(world)).toEqual(["a1", "a2", "q1 is this", "q2 is this"]);
});

test("an edited turn leaves what stood behind it; whoever goes back has that again", async () => {
  await using world = await World.create();
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this") }, "a2");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this", "a2", "q3 is this") }, "a3");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other") }, "b2");
  expect(await found(world)).toEqual(["a1", "b2", "q1 is this", "q2 is other"]);
  expect((await world.stored()).map(({ text }) => text)).toContain("q3 is this");

  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this", "a2", "q4 is this") }, "a4");
  expect(await found(world)).toEqual(["a1", "a2", "a4", "q1 is this", "q2 is this", "q4 is this"]);
});

test("of replies made anew the last is found, until another is talked on", async () => {
  await using world = await World.create();
  const first = { messages: turns("q1 is this") };
  await world.exchange(first, "a1");
  await world.exchange(first, "b1");
  expect(await found(world)).toEqual(["b1", "q1 is this"]);
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this") }, "a2");
  expect(await found(world)).toEqual(["a1", "a2", "q1 is this", "q2 is this"]);
});

test("a turn that was asked again leaves what stood behind it, until somebody goes on from there", async () => {
  await using world = await World.create();
  const long = turns("q1 is this", "a1", "q2 is this", "a2", "q3 is this", "a3", "q4 is this");
  await world.exchange({ messages: long.slice(0, 1) }, "a1");
  await world.exchange({ messages: long.slice(0, 3) }, "a2");
  await world.exchange({ messages: long.slice(0, 5) }, "a3");
  await world.exchange({ messages: long.slice(0, 3) }, "b2");
  expect(await found(world)).toEqual(["a1", "b2", "q1 is this", "q2 is this"]);
  await world.exchange({ messages: long }, "a4");
  const all = ["a1", "a2", "a3", "a4", "q1 is this", "q2 is this", "q3 is this", "q4 is this"];
  expect(await found(world)).toEqual(all);
});

test("what is only read leaves nothing", async () => {
  await using world = await World.create();
  const read = { headers: { "x-cairn-memory": "read" } };
  const all = ["a1", "a2", "q1 is this", "q2 is this"];
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this") }, "a2");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other") }, "b2", read);
  expect(await found(world)).toEqual(all);
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other", "b2", "q3 is other") }, "b3", read);
  expect(await found(world)).toEqual(all);
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this", "a2", "q3 is this") }, "a3");
  expect(await found(world)).toEqual(["a1", "a2", "a3", "q1 is this", "q2 is this", "q3 is this"]);
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other", "b2", "q3 is other") }, "b3");
  expect(await found(world)).toEqual(["a1", "b3", "q1 is this", "q3 is other"]);
});

const call = { role: "assistant", content: [{ type: "tool_use", id: "1", name: "t", input: {} }] };
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] };
const called = answer("", { parts: [{ kind: "tool_use", id: "1", name: "t", input: "{}" }] });

test("turns that tools end, which the ledger has no entry of, leave nothing", async () => {
  await using world = await World.create();
  const messages = [user("q1 is this")];
  await world.exchange({ messages }, called);
  await world.exchange({ messages: [...messages, call, result] }, "a1");
  await world.exchange({ messages: [...messages, call, result, assistant("a1"), user("q2 is this")] }, "a2");
  expect(await found(world)).toEqual(["a1", "a2", "q1 is this", "q2 is this", "t({})"]);
});

test("of replies made anew to such a turn the last is found, too, until another is talked on", async () => {
  await using world = await World.create();
  const messages = [user("q1 is this"), call, result];
  await world.exchange({ messages: messages.slice(0, 1) }, called);
  await world.exchange({ messages }, "a1");
  await world.exchange({ messages }, undefined);
  expect(await found(world)).toEqual(["a1", "q1 is this", "t({})"]);
  await world.exchange({ messages }, "b1");
  expect(await found(world)).toEqual(["b1", "q1 is this", "t({})"]);
  await world.exchange({ messages: [...messages, assistant("a1"), user("go on")] }, "a2");
  expect(await found(world)).toEqual(["a1", "a2", "go on", "q1 is this", "t({})"]);
  await world.exchange({ messages: [...messages, assistant("a1"), user("go on")] }, "b2");
  expect(await found(world)).toEqual(["a1", "b2", "go on", "q1 is this", "t({})"]);
  await world.exchange({ messages: [...messages, assistant("b1"), user("go on")] }, "c2");
  expect(await found(world)).toEqual(["b1", "c2", "go on", "q1 is this", "t({})"]);
});

test("what was left is not found when the conversation has expired; its mark goes with it", async () => {
  await using world = await World.create();
  const { db } = world.store;
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is this") }, "a2");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other") }, "b2");
  const before = await found(world);
  expect(await expireThreads(db, Date.now() + 1_000)).toBe(1);
  expect(await found(world)).toEqual(before);
  const marked = await db.read.selectFrom("gateway_turn").select("message_id").execute();
  expect(marked).toHaveLength(2);
  await db.writer.write((tx) =>
    forgetTurns(
      tx,
      ann.account,
      marked.map((row) => row.message_id),
    ),
  );
  expect(await db.read.selectFrom("gateway_turn").select("chain").execute()).toEqual([]);
});

test("a rule that was stated on a branch that was left, binds nobody until somebody goes back", async () => {
  await using world = await World.create();
  const rulebook = rulebookOf(world.store.db);
  const rules = async () => (await rulebook.live(ann)).map(({ rule }) => rule);
  const ruled = turns("q1 is this", "a1", "Never use the word synergy.");
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: ruled }, "a2");
  await readStatements(new SqlStatementStore(world.store.db));
  expect(await rules()).toEqual(["Never use the word synergy"]);
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other") }, "b2");
  expect(await rules()).toEqual([]);
  await world.exchange({ messages: [...ruled, assistant("a2"), user("q3 is this")] }, "a3");
  expect(await rules()).toEqual(["Never use the word synergy"]);
});

test("what was claimed on a branch that was left makes no fact until somebody goes back, and ends none", async () => {
  await using world = await World.create();
  const claims = new SqlClaimStore(world.store.db);
  const graph = new Graph(claims);
  const read = async () => {
    for (let job; (job = await claims.next(1, "", 100)) !== undefined;) {
      const messages = job.messages.map((message) => ({
        message,
        claims: extractClaims(message.text, message.saidAtMs),
      }));
      await claims.complete(1, [{ job, read: messages }]);
    }
    const facts = await graph.searchable(ann);
    return facts.map(({ fact }) => `${fact.object}${fact.validTo === null ? "" : " (ended)"}`).toSorted();
  };
  const lisbon = turns("I live in Lisbon.");
  const both = turns("I live in Lisbon.", "a1", "I live in Porto now.");
  await world.exchange({ messages: lisbon }, "a1");
  await world.exchange({ messages: both }, "a2");
  expect(await read()).toEqual(["Lisbon (ended)", "Porto"]);
  await world.exchange({ messages: turns("I live in Lisbon.", "a1", "I live in Oslo now.") }, "b2");
  expect(await read()).toEqual(["Lisbon (ended)", "Oslo"]);
  await world.exchange({ messages: turns("I live in Lisbon.", "a1", "What is the time?") }, "c2");
  expect(await read()).toEqual(["Lisbon"]);
  await world.exchange({ messages: [...both, assistant("a2"), user("Good to know.")] }, "a3");
  expect(await read()).toEqual(["Lisbon (ended)", "Porto"]);
});

test("what was left is left after an export and an import, and what was erased leaves its place free", async () => {
  await using world = await World.create();
  const { db } = world.store;
  await world.exchange({ messages: turns("q1 is this") }, "a1");
  await world.exchange({ messages: turns("q1 is this", "a1", "Never use the word synergy.") }, "a2");
  await world.exchange({ messages: turns("q1 is this", "a1", "q2 is other") }, "b2");
  const first = await db.read.selectFrom("memory").select("id").where("text", "=", "a1").executeTakeFirstOrThrow();
  await new SqlErasureStore(db).begin(ann, { kind: "message", id: first.id });
  const copy = { ...ann, account: "acc_b" };

  const lines = await exported(world, ann.account);
  expect(lines.map((line) => [line["content"], line["left"], line["gap"]])).toEqual([
    ["q1 is this", undefined, undefined],
    ["Never use the word synergy.", true, 1],
    ["a2", true, undefined],
    ["q2 is other", undefined, undefined],
    ["b2", undefined, undefined],
  ]);
  const importer = new SqlImport(db);
  for (const line of lines) {
    const parsed = parseText(JSON.stringify(line));
    if (parsed.type === "message") await importer.addMessages(copy.account, [{ ...parsed.message, user: parsed.user }]);
  }
  expect(await exported(world, copy.account)).toEqual(lines);
  expect(await found(world, copy)).toEqual(["b2", "q1 is this", "q2 is other"]);
  await readStatements(new SqlStatementStore(db));
  expect(await rulebookOf(db).live(copy)).toEqual([]);
  const places = db.read.selectFrom("memory").select("position").where("account_id", "=", copy.account);
  expect((await places.orderBy("position").execute()).map(({ position }) => position)).toEqual([0, 2, 3, 4, 5]);
  expect(await findings(db)).toEqual([]);
});

async function exported(world: World, account: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for await (const message of new SqlExport(world.store.db.read, { account }).messages()) {
    lines.push(JSON.parse(JSON.stringify(formatMessageLine(message))) as Record<string, unknown>); // an object's text
  }
  return lines;
}
