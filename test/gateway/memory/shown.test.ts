import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { storedHeaders } from "../../../src/gateway/memory/receipt.ts";
import { answer, assistant, user, World } from "./world.ts";

/** What a request is shown, and what its caller is told of it. */

const parsed = (upstream: Buffer) => JSON.parse(upstream.toString()) as { system?: unknown; messages: JsonObject[] };
const old = { systemInMessages: false, provider: "openai", model: "gpt-5" };

test("a first turn has guidance behind the system's text and memory in the user's", async () => {
  await using world = await World.create();
  world.finds(await world.said("I live in Oslo"), await world.pattern("Deploy"), await world.pattern("Rumour", "user"));
  const { upstream, headers } = await world.prepare({ system: "Help.", messages: [user("Where do I live?")] });
  const { system, messages } = parsed(upstream);
  expect(system).toEqual([
    { type: "text", text: "Help." },
    { type: "text", text: expect.stringMatching(/^<cairn_guidance>[^]*Deploy[^]*<\/cairn_guidance>$/u) },
  ]);
  expect(JSON.stringify(system)).not.toContain("Rumour");
  expect(messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "Where do I live?" },
        { type: "text", text: expect.stringMatching(/^<cairn_memory>[^]*I live in Oslo[^]*Rumour/u) },
      ],
    },
  ]);
  expect(headers).toMatchObject({
    "x-cairn-memory": "applied",
    "x-cairn-memory-items": "3",
    "x-cairn-memory-position": "system, part",
    "x-cairn-retrieval-id": "ret_1",
    "x-cairn-memory-tokens": expect.stringMatching(/^[1-9]\d+$/u),
    "x-cairn-memory-ms": expect.stringMatching(/^\d+\.\d$/u),
  });
  expect(headers).not.toHaveProperty("x-cairn-memory-reason");
});

test("what was said many times over leaves room for what ranks behind it", async () => {
  await using world = await World.create();
  const same = await Promise.all(Array.from({ length: 60 }, () => world.said("The ferry is late")));
  world.finds(...same, await world.said("The quay is closed"));
  const { upstream, receipt } = await world.prepare({ messages: [user("Where does the ferry stop?")] });
  expect(upstream.toString()).toMatch(/The ferry is late[^]*The quay is closed/u);
  expect(receipt.items).toBe(2);
  expect(world.asked).toHaveLength(1);
});

test("what stands before Anthropic's compaction is sent again, and may be shown anew behind it", async () => {
  await using world = await World.create();
  const [oslo, deploy] = [await world.said("I live in Oslo"), await world.pattern("Deploy")];
  world.finds(oslo, deploy);
  const first = { messages: [user("the first question")] };
  await world.exchange(first, "b");
  const compacted: JsonObject = {
    role: "assistant",
    content: [
      { type: "compaction", content: "s" },
      { type: "text", text: "b" },
    ],
  };
  const later = { messages: [user("the first question"), compacted, user("the next question")] };
  const { upstream, receipt } = await world.prepare(later);
  // Guidance stands behind the system's text, which is not compacted.
  expect([receipt.items, receipt.replay]).toEqual([1, "complete"]);
  expect(parsed(upstream).messages.map(({ content }) => JSON.stringify(content).includes("Oslo"))).toEqual([
    true,
    false,
    true,
  ]);
  // What was said there may be found again, too: the model does not see that it was said.
  world.finds(await world.said("the first question"), await world.said("b"));
  expect((await world.prepare(later)).upstream.toString().split("the first question")).toHaveLength(3);
  world.finds(oslo, deploy);
  await world.exchange(later, "c");
  const last = { messages: [...later.messages, assistant("c"), user("the last question")] };
  expect((await world.prepare(last)).receipt).toMatchObject({ items: 0, replayed: 3 });
});

test("a compaction that failed hides nothing from the model, and nothing is shown anew behind it", async () => {
  await using world = await World.create();
  world.finds(await world.said("I live in Oslo"));
  await world.exchange({ messages: [user("the first question")] }, "b");
  const failed: JsonObject = {
    role: "assistant",
    content: [
      { type: "compaction", content: null },
      { type: "text", text: "b" },
    ],
  };
  const later = { messages: [user("the first question"), failed, user("the next question")] };
  const { upstream, receipt } = await world.prepare(later);
  expect(receipt).toMatchObject({ items: 0, replayed: 1, replay: "complete" });
  expect(upstream.toString().match(/Oslo/gu)).toHaveLength(1);
});

test("a later turn has guidance behind the user's turn, if the model takes it there, else within; and none twice", async () => {
  await using world = await World.create();
  const [oslo, deploy] = [await world.said("I live in Oslo"), await world.pattern("Deploy")];
  world.finds(oslo);
  const first = { messages: [user("the first question")] };
  await world.exchange(first, "b");
  world.finds(oslo, deploy);
  const later = { messages: [user("the first question"), assistant("b"), user("the next question")] };
  const { upstream, headers } = await world.prepare(later);
  const { messages } = parsed(upstream);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "system"]);
  expect(JSON.stringify(messages[3])).toContain("Deploy");
  expect(upstream.toString().match(/Oslo/gu)).toHaveLength(1);
  expect(headers).toMatchObject({
    "x-cairn-memory-position": "message",
    "x-cairn-memory-replay": "complete",
    "x-cairn-memory-replayed": "1",
  });

  const within = await world.exchange(later, "d", { target: old });
  expect(parsed(within.upstream).messages[2]).toEqual({
    role: "user",
    content: [
      { type: "text", text: "the next question" },
      { type: "text", text: expect.stringContaining("Deploy") },
    ],
  });
});

test("what stood behind a turn as a system message stands within for a model that refuses it there", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("the first question")] }, "b");
  world.finds(await world.pattern("Deploy"));
  const messages = [user("the first question"), assistant("b"), user("the next question")];
  await world.exchange({ messages }, "d");
  world.finds();
  const next = { messages: [...messages, assistant("d"), user("e")] };
  const { upstream } = await world.prepare(next, { target: old });
  expect(parsed(upstream).messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
  expect(JSON.stringify(parsed(upstream).messages[2])).toContain("Deploy");
  expect(parsed((await world.prepare(next)).upstream).messages.map(({ role }) => role)[3]).toBe("system");
});

test("what stood behind a turn that got no answer stands within once the user goes on without one", async () => {
  await using world = await World.create();
  await world.exchange({ messages: [user("the first question")] }, "b");
  world.finds(await world.pattern("Deploy"));
  const messages = [user("the first question"), assistant("b"), user("the next question")];
  const unanswered = await world.exchange({ messages }, undefined);
  expect(parsed(unanswered.upstream).messages.map(({ role }) => role)[3]).toBe("system");
  world.finds();
  const { upstream } = await world.exchange({ messages: [...messages, user("are you still there?")] }, "d");
  expect(parsed(upstream).messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
  expect(JSON.stringify(parsed(upstream).messages[2])).toContain("Deploy");
  const next = [...messages, user("are you still there?"), assistant("d"), user("the last question")];
  const later = await world.prepare({ messages: next });
  const length = upstream.length - "]}".length;
  expect(later.upstream.subarray(0, length)).toEqual(upstream.subarray(0, length));
});

describe("nothing new is shown", () => {
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] };
  const call = { role: "assistant", content: [{ type: "tool_use", id: "1", name: "t", input: {} }] };
  const cases: [string, JsonObject[], Record<string, string>, string][] = [
    ["where it is off", [user("the first question")], { "x-cairn-memory": "off" }, "off"],
    ["without a budget", [user("the first question")], { "x-cairn-memory-budget": "0" }, "off"],
    ["to a turn of results only", [user("the first question"), call, result], {}, "tool_results"],
    [
      "to a tool's own calls",
      [user("the first question")],
      { "x-claude-code-request-class": "auxiliary" },
      "auxiliary",
    ],
    ["to a compaction", [user("the first question")], { "x-claude-code-request-class": "compaction" }, "compaction"],
    ["to a word or two", [user("Thank you!")], {}, "too_short"],
    ["to a turn without text", [{ role: "user", content: [{ type: "image" }] }], {}, "no_text"],
    ["within a budget too small", [user("the first question")], { "x-cairn-memory-budget": "20" }, "budget"],
  ];
  test.each(cases)("%s", async (_name, messages, headers, reason) => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    const body = { messages };
    const prepared = await world.prepare(body, { headers });
    expect(prepared.headers).toMatchObject({ "x-cairn-memory": "skipped", "x-cairn-memory-reason": reason });
    expect(prepared.upstream.toString()).toBe(JSON.stringify(body));
    expect(world.asked).toHaveLength(reason === "budget" ? 1 : 0);
  });

  test("that scores too low, is said in the request itself, or repeats what is shown", async () => {
    await using world = await World.create();
    const low = await world.said("irrelevant");
    const same = await world.said("the  first question");
    world.found = [
      { id: same, similarity: 0.9 },
      { id: low, similarity: 0.25 },
    ];
    const headers = { "x-session-id": "s" };
    const prepared = await world.prepare({ messages: [user("the first question")] }, { headers });
    expect({ ...prepared.headers, ...storedHeaders(prepared.receipt, true) }).toMatchObject({
      "x-cairn-memory-reason": "nothing_relevant",
      "x-cairn-retrieval-id": "ret_1",
      "x-cairn-session": "s",
    });
    world.finds(await world.said("twice"), await world.said("twice"));
    expect((await world.prepare({ messages: [user("the first question")] }, { headers })).receipt.items).toBe(1);
  });

  test("of the conversation's own branches; what its session said on its newest branch, another thread may need", async () => {
    await using world = await World.create();
    const headers = { "x-session-id": "s" };
    const shownNow = async (...messages: JsonObject[]) => {
      const rows = await world.store.db.read.selectFrom("memory").select("id").execute();
      world.finds(...rows.map(({ id }) => id));
      return (await world.prepare({ messages }, { headers })).receipt.items;
    };
    await world.exchange({ messages: [user("the first question")] }, "an answer", { headers });
    await world.exchange({ messages: [user("the first question")] }, "another answer", { headers });
    const branch = [user("the first question"), assistant("another answer")];
    expect(await shownNow(...branch, user("the next question"))).toBe(0);
    expect(await shownNow(user("a summary of it all"))).toBe(2);
  });

  test("once the conversation was shown eight times the budget", async () => {
    await using world = await World.create();
    let messages: JsonObject[] = [];
    const reasons: (string | undefined)[] = [];
    for (let turn = 0; turn < 12; turn++) {
      world.finds(await world.said(`memory ${turn} ${"long ".repeat(40)}`));
      messages = [...messages, user(`this is question ${turn}`)];
      const headers = { "x-cairn-memory-budget": "200" };
      reasons.push((await world.exchange({ messages }, "so", { headers })).receipt.reason);
      messages = [...messages, assistant("so")];
    }
    expect(reasons.indexOf("budget")).toBeGreaterThan(7);
    expect(new Set(reasons.slice(reasons.indexOf("budget")))).toEqual(new Set(["budget"]));
  });

  test("where search fails or is too slow; the request goes on", async () => {
    const body = { messages: [user("the first question")] };
    await using failing = await World.create();
    failing.fail = () => Promise.reject(new Error("no index"));
    expect((await failing.prepare(body)).receipt).toMatchObject({ reason: "error" });
    expect(failing.errors).toEqual([new Error("no index")]);
    await using world = await World.create({ timeoutMs: 20 });
    world.fail = () => new Promise(() => {});
    const prepared = await world.prepare(body);
    expect(prepared.receipt).toMatchObject({ reason: "timeout", items: 0 });
    expect(prepared.upstream.toString()).toBe(JSON.stringify(body));
  });

  test.each(["knows", "find", "blocks"])(
    "where the ledger's %s never ends; headers are read all the same",
    async (name) => {
      await using world = await World.create({ timeoutMs: 1_500 });
      world.finds(await world.said("Oslo"));
      const messages = [user("the first question")];
      const { receipt } = await world.exchange({ messages }, "b");
      expect(receipt.items).toBe(1);
      Object.assign(world.ledger, { [name]: () => new Promise(() => {}) });
      const body = { messages: [...messages, assistant("b"), user("the second question")] };
      const prepared = await world.exchange(body, "c");
      expect(prepared.receipt).toMatchObject({ reason: "timeout", items: 0 });
      expect(prepared.upstream.toString()).toBe(JSON.stringify(body));
      expect(world.errors).toEqual([]);
      const headers = { "x-cairn-memory": "maybe" };
      await expect(world.prepare(body, { headers })).rejects.toThrow('must be on, read or off, got "maybe"');
    },
  );

  test("leaves a receipt of nothing", async () => {
    await using world = await World.create();
    world.found = [{ id: await world.said("Oslo"), similarity: 0.1 }];
    const prepared = await world.prepare({ messages: [user("the first question")] });
    expect(world.receipts).toMatchObject([{ id: prepared.receipt.retrievalId, results: [] }]);
  });

  test("where the ledger cannot be read", async () => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    await world.store.db.writer.write((tx) => tx.schema.dropTable("gateway_thread").execute());
    const prepared = await world.exchange({ messages: [user("the first question")] }, "b");
    expect(prepared.receipt).toMatchObject({ reason: "error" });
    expect(prepared.edits).toEqual([]);
    expect(world.errors).toHaveLength(1);
  });

  test("to what is no conversation: the provider says what is wrong", async () => {
    await using world = await World.create();
    for (const messages of [[], ["x"], "x"]) {
      expect((await world.prepare({ messages })).receipt).toMatchObject({ reason: "no_text" });
    }
  });
});

describe("a first turn that comes again", () => {
  const first = { system: "s", messages: [user("hello there, world")] };

  test("within ten minutes is a retry; later, or with another system text, it is a conversation of its own", async () => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    const { upstream } = await world.exchange(first, "one");
    world.finds(await world.said("Bergen"));
    const retry = await world.prepare(first);
    expect(retry.receipt.reason).toBe("retry");
    expect(retry.upstream).toEqual(upstream);
    expect((await world.prepare({ ...first, system: "t" })).upstream.toString()).toContain("Bergen");
    world.nowMs += 600_001;
    expect((await world.prepare(first)).upstream.toString()).toContain("Bergen");
  });

  test("is known by its reply, though the caller began that", async () => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    const asked = [user("hello there, world"), assistant("The capital is")];
    await world.exchange({ messages: asked }, " Paris.");
    world.finds();
    world.nowMs += 86_400_000;
    for (const sentBack of [[assistant("The capital is Paris.")], [...asked.slice(1), assistant("Paris.")]]) {
      const messages = [asked[0]!, ...sentBack, user("so what then?")];
      expect((await world.prepare({ messages })).receipt).toMatchObject({ replay: "complete", replayed: 1 });
    }
  });

  test("is known by its words alone, where the reply was spoken and comes back by its id", async () => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    const asked = user("hello there, world");
    await world.exchange({ messages: [asked] }, "Hello yourself.", { dialect: "openai" });
    world.finds();
    world.nowMs += 600_001;
    const spoken = { role: "assistant", audio: { id: "audio_1" } };
    const goOn = (...replies: JsonObject[]) =>
      world.prepare({ messages: [asked, ...replies, user("so what then?")] }, { dialect: "openai" });
    expect((await goOn(spoken)).receipt).toMatchObject({ replay: "complete", replayed: 1 });
    expect((await goOn({ ...spoken, content: null }, assistant("And?"))).receipt).toMatchObject({ replayed: 1 });
    expect((await goOn(assistant("three"))).receipt).toMatchObject({ replay: "unknown", replayed: 0 });
    expect((await goOn(user("and"))).receipt).toMatchObject({ replayed: 0 });
  });

  test("is told apart by its reply when it goes on", async () => {
    await using world = await World.create();
    world.finds(await world.said("Oslo"));
    await world.exchange(first, "one");
    world.nowMs += 86_400_000;
    world.finds(await world.said("Bergen"));
    await world.exchange(first, "two");
    world.finds();
    const goOn = async (reply: string) =>
      (
        await world.prepare({
          ...first,
          messages: [user("hello there, world"), assistant(reply), user("so what then?")],
        })
      ).upstream.toString();
    expect(await goOn("one")).toContain("Oslo");
    expect(await goOn("two")).toContain("Bergen");
    world.nowMs += 600_001;
    const third = await world.prepare({
      ...first,
      messages: [user("hello there, world"), assistant("three"), user("so what then?")],
    });
    expect(third.receipt).toMatchObject({ replay: "unknown", replayed: 0 });
  });
});

test("what a conversation was shown stands in every mode, also when it was only read", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const headers = { "x-cairn-memory": "read" };
  await world.exchange({ messages: [user("the first question")] }, "b", { headers });
  const messages = [user("the first question"), assistant("b"), user("the next question")];
  const off = await world.prepare({ messages }, { headers: { "x-cairn-memory": "off" } });
  expect(off.upstream.toString()).toContain("Oslo");
  expect(off.receipt).toMatchObject({ reason: "off", replay: "complete" });
  expect(await world.stored()).toEqual([]);
});

test("a header that says nothing sensible is refused, by its name", async () => {
  await using world = await World.create();
  const refused = world.prepare({ messages: [user("the first question")] }, { headers: { "x-cairn-memory": "maybe" } });
  await expect(refused).rejects.toMatchObject({ code: "invalid_argument" });
});

test("a cache breakpoint that moves with the newest turn changes nothing of what was inserted", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const marked = (text: string) => ({
    role: "user",
    content: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
  });
  const before = await world.exchange({ messages: [marked("the first question")] }, answer("b"));
  world.finds();
  const after = await world.prepare({
    messages: [user("the first question"), assistant("b"), marked("the next question")],
  });
  const [first] = parsed(before.upstream).messages;
  const unmarked = JSON.stringify(first).replace(',"cache_control":{"type":"ephemeral"}', "");
  expect(JSON.stringify(parsed(after.upstream).messages[0])).toBe(unmarked);
});
