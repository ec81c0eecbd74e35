import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { activateVectorSpace } from "../../../src/store/index/activate-vector-space.ts";
import { space } from "../../contract/fixture/account-data.ts";
import { ann, answer, assistant, user, World } from "./world.ts";

/** What is stored of conversations. */

test("both sides, with what the exchange was, in the session that was named", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const headers = { "x-session-id": "s" };
  const usage = { input: 10, output: 2 };
  const counted = { ...usage, compactions: [{ input: 7, output: 1 }] };
  await world.exchange({ messages: [user("Where do I live?")] }, answer("In Oslo.", { usage: counted }), { headers });
  const facts = { model: "claude-opus-5", provider: "anthropic", retrieval_id: "ret_1" };
  expect(await world.stored()).toEqual([
    { role: "user", text: "Where do I live?", sessionId: "s", metadata: facts },
    {
      role: "assistant",
      text: "In Oslo.",
      sessionId: "s",
      metadata: { ...facts, usage, finish: "stop", state: "complete" },
    },
  ]);
  const rows = await world.store.db.read.selectFrom("memory").select(["origin", "layer", "tags"]).execute();
  // Nothing of these facts is searched by: labels of them would be most of an index.
  expect(rows.slice(1)).toEqual([
    { origin: "user", layer: "signals", tags: "[]" },
    { origin: "assistant", layer: "signals", tags: "[]" },
  ]);
});

test("what was searched for is stored with its vector; a reply is embedded later", async () => {
  const known = new Map([["Where do I live?", Float32Array.of(0.6, 0.8)]]);
  await using world = await World.create({
    vectorOf: (text) => (known.has(text) ? { fingerprint: space, vector: known.get(text)! } : undefined),
  });
  await activateVectorSpace(world.store.db, space);
  await world.exchange({ messages: [user("Where do I live?")] }, "In Oslo.");
  const rows = await world.store.db.read.selectFrom("memory").select(["text", "embedded"]).orderBy("seq").execute();
  expect(rows).toEqual([
    { text: "Where do I live?", embedded: 1 },
    { text: "In Oslo.", embedded: 0 },
  ]);
});

test("an answer that comes at once is stored with its request, a slow one's request before it", async () => {
  await using world = await World.create({ holdMs: 50 });
  const begin = vi.spyOn(world.ledger, "begin");
  const quick = await world.prepare({ messages: [user("quick")] });
  quick.remembered.hold();
  await quick.remembered.finish(answer("at once"));
  await quick.remembered.begin();
  expect(world.errors).toEqual([]);
  expect((await world.stored()).map(({ text }) => text)).toEqual(["quick", "at once"]);
  expect(begin).not.toHaveBeenCalled();
  const slow = await world.prepare({ messages: [user("slow")] });
  slow.remembered.hold();
  await vi.waitFor(async () => expect(await world.stored()).toHaveLength(3), { timeout: 10_000 });
  await slow.remembered.finish(answer("later"));
  expect((await world.stored()).map(({ text }) => text)).toEqual(["quick", "at once", "slow", "later"]);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("each message once, however often the history is sent; a second yes is one of its own", async () => {
  await using world = await World.create();
  const turns = [user("a"), assistant("b"), user("yes"), assistant("c"), user("yes")];
  await world.exchange({ messages: turns.slice(0, 1) }, "b");
  await world.exchange({ messages: turns.slice(0, 3) }, "c");
  await world.exchange({ messages: turns.slice(0, 3) }, "c");
  await world.exchange({ messages: turns }, "d");
  const stored = await world.stored();
  expect(stored.map(({ text }) => text)).toEqual(["a", "b", "yes", "c", "yes", "d"]);
  expect(new Set(stored.map(({ sessionId }) => sessionId)).size).toBe(1);
  const listed = await new SqlMessageStore(world.store.db).list(ann, stored[0]!.sessionId, { limit: 10, offset: 0 });
  expect(listed?.items.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
});

test("of a history from elsewhere only what is new", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("a"), assistant("b"), user("c")] }, "d");
  expect((await world.stored()).map(({ text }) => text)).toEqual(["c", "d"]);
});

test("a reply that broke off is partial, and one that never came is none", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("a")] }, answer("In Os", { finish: undefined }));
  await world.exchange({ messages: [user("b")] }, undefined);
  const stored = await world.stored();
  expect(stored.map(({ text, metadata }) => [text, metadata["state"]])).toEqual([
    ["a", undefined],
    ["In Os", "partial"],
    ["b", undefined],
  ]);
  const states = await world.store.db.read.selectFrom("gateway_exchange").select("state").execute();
  expect(states).toEqual([{ state: "partial" }, { state: "partial" }]);
});

test("calls of tools as such; what tools gave and what the client put in by itself not at all", async () => {
  await using world = await World.create();
  const calls = answer("", { parts: [{ kind: "tool_use", id: "1", name: "look", input: '{"at":1}' }] });
  const asked = {
    role: "user",
    content: [
      { type: "text", text: "<system-reminder>x" },
      { type: "text", text: "a" },
    ],
  };
  await world.exchange({ messages: [asked] }, calls);
  const call = { role: "assistant", content: [{ type: "tool_use", id: "1", name: "look", input: { at: 1 } }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "secret" }] };
  await world.exchange({ messages: [asked, call, result] }, "done");
  const stored = await world.stored();
  expect(stored.map(({ text }) => text)).toEqual(["a", 'look({"at":1})', "done"]);
  expect(stored[1]?.metadata["tool_calls"]).toEqual([{ name: "look", input: '{"at":1}' }]);
  expect(new Set(stored.map(({ sessionId }) => sessionId)).size).toBe(1);
});

test("a text above 256 KiB is cut between two characters, and marked", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("ä".repeat(200_000))] }, "b");
  const [said] = await world.stored();
  expect(Buffer.byteLength(said!.text)).toBe(262_144);
  expect(said!.text).not.toContain("\uFFFD");
  expect(said!.metadata["truncated"]).toBe(true);
});

test.each(["read", "off"])("nothing in mode %s", async (mode) => {
  await using world = await World.create();
  await world.exchange({ messages: [user("a")] }, "b", { headers: { "x-cairn-memory": mode } });
  expect(await world.stored()).toEqual([]);
  expect(await world.store.db.read.selectFrom("gateway_exchange").selectAll().execute()).toEqual([]);
});

test("nothing of a tool's own calls", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("a")] }, "b", { headers: { "x-claude-code-request-class": "auxiliary" } });
  expect(await world.stored()).toEqual([]);
});

test.each([
  ["session", { kind: "session", id: "s" }],
  ["user", { kind: "user" }],
] as const)(
  "a reply under way is not stored where its %s is erased meanwhile, whenever it comes",
  async (_, target) => {
    for (let turns = 0; turns < 12; turns++) {
      await using world = await World.create();
      const prepared = await world.prepare({ messages: [user("a")] }, { headers: { "x-session-id": "s" } });
      await prepared.remembered.begin();
      const erased = new SqlErasureStore(world.store.db).begin(ann, target);
      for (let i = 0; i < turns; i++) await setImmediate();
      await Promise.all([erased, prepared.remembered.finish(answer("b"))]);
      expect(await world.store.db.read.selectFrom("memory").select("text").where("deleted", "=", 0).execute()).toEqual(
        [],
      );
      expect(await world.store.db.read.selectFrom("session").select("session_id").execute()).toEqual([]);
    }
  },
);

test("a reply that the caller began is stored from its beginning", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("a"), assistant("The capital is")] }, " Paris.");
  expect((await world.stored()).map(({ text }) => text)).toEqual(["a", "The capital is Paris."]);
  await world.exchange({ messages: [user("b"), assistant("The capital is")] }, undefined);
  expect((await world.stored()).map(({ text }) => text)).toEqual(["a", "The capital is Paris.", "b"]);
});

test("a reply that does not go on from what the caller began is stored as it was said", async () => {
  await using world = await World.create();
  const prepared = await world.prepare({ messages: [user("a"), assistant("The capital is")] });
  await prepared.remembered.finish(answer("It is Paris."), { beginning: "ignored" });
  expect((await world.stored()).map(({ text }) => text)).toEqual(["a", "It is Paris."]);
});

test("a reply that says again what the caller began is stored once, and known again", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const messages = [user("What is the capital?"), assistant("Well. "), assistant("The capital is")];
  const prepared = await world.prepare({ messages });
  await prepared.remembered.finish(answer("The capital is Paris."), { beginning: "repeated" });
  expect((await world.stored()).map(({ text }) => text)).toEqual([
    messages[0]!["content"],
    "Well. The capital is Paris.",
  ]);
  world.nowMs += 86_400_000;
  const goesOn = [messages[0]!, assistant("Well. The capital is Paris."), user("so what then?")];
  expect((await world.prepare({ messages: goesOn })).receipt).toMatchObject({ replay: "complete", replayed: 1 });
  const another = await world.prepare({ messages: [user("And of Norway?"), assistant("The capital is")] });
  await another.remembered.finish(answer(" Oslo."), { beginning: "repeated" });
  expect((await world.stored()).at(-1)!.text).toBe("The capital is Oslo.");
});

test("a reply that ends while it says again what the caller began is stored as that beginning, and known again", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const messages = [user("What is the capital?"), assistant("Well. "), assistant("The capital is")];
  const prepared = await world.prepare({ messages });
  await prepared.remembered.finish(answer("The cap"), { beginning: "repeated" });
  expect((await world.stored()).map(({ text }) => text)).toEqual([messages[0]!["content"], "Well. The capital is"]);
  const goesOn = [...messages, user("so what then?")];
  expect((await world.prepare({ messages: goesOn })).receipt).toMatchObject({ replay: "complete", replayed: 1 });
});

test("a reply whose beginning failed is stored all the same", async () => {
  await using world = await World.create();
  const prepared = await world.prepare({ messages: [user("a")] });
  vi.spyOn(world.ledger, "begin").mockRejectedValueOnce(new Error("scripted"));
  await prepared.remembered.begin();
  await prepared.remembered.finish(answer("b"));
  expect(world.errors).toMatchObject([{ message: "scripted" }]);
  expect((await world.stored()).map(({ text }) => text)).toEqual(["b"]);
});

test("where the store fails the answer goes on, and what failed is reported", async () => {
  await using world = await World.create({ commitMs: 30 });
  const prepared = await world.prepare({ messages: [user("a")] });
  await world.store.db.writer.write((tx) => tx.schema.dropTable("gateway_exchange").execute());
  expect(await prepared.remembered.begin()).toBe(false);
  expect(world.errors).toHaveLength(1);
  await prepared.remembered.finish(answer("b"));
  expect(world.errors).toHaveLength(2);
  const quick = await world.prepare({ messages: [user("c")] });
  await quick.remembered.finish(answer("d"));
  expect(await quick.remembered.begin()).toBe(false);
  expect(world.errors).toHaveLength(3);
});

test("but a caller who left while memory was looked up is no failure", async () => {
  await using world = await World.create();
  await world.prepare({ messages: [user("a")] }, { signal: AbortSignal.abort() });
  expect(world.errors).toEqual([]);
});

test("where only what was shown was to be noted, its failure is no loss of what the user said", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const headers = { "x-cairn-memory": "read" };
  const prepared = await world.prepare({ messages: [user("Where do I live?")] }, { headers });
  expect(prepared.plan.opening).toMatchObject({ stored: false });
  vi.spyOn(world.ledger, "begin").mockRejectedValueOnce(new Error("scripted"));
  expect(await prepared.remembered.begin()).toBe(true);
  expect(world.errors).toMatchObject([{ message: "scripted" }]);
});

test("an answer that ended waits for the commit once", async () => {
  await using world = await World.create({ commitMs: 500 });
  const release = Promise.withResolvers<void>();
  const blocking = world.store.db.writer.exclusive(() => release.promise);
  try {
    for (const said of [answer("b"), undefined]) {
      const prepared = await world.prepare({ messages: [user("a")] });
      const startedMs = performance.now();
      await prepared.remembered.finish(said);
      const finishedMs = performance.now();
      expect(finishedMs - startedMs).toBeGreaterThan(450);
      expect(await prepared.remembered.begin()).toBe(true);
      expect(performance.now() - finishedMs).toBeLessThan(250);
    }
  } finally {
    release.resolve();
    await blocking;
  }
});

test("an answer waits for the commit no longer than it may", async () => {
  await using world = await World.create({ commitMs: 20 });
  const prepared = await world.prepare({ messages: [user("a")] });
  const release = Promise.withResolvers<void>();
  const blocking = world.store.db.writer.exclusive(() => release.promise);
  expect(await prepared.remembered.begin()).toBe(true);
  expect(await world.stored()).toEqual([]);
  release.resolve();
  await blocking;
  await prepared.remembered.finish(answer("b"));
  await expect.poll(async () => (await world.stored()).map(({ text }) => text)).toEqual(["a", "b"]);
  expect(world.errors).toEqual([]);
});
