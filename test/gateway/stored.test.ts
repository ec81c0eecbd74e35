import { hash } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { streamed, whole } from "./support/answers.ts";
import { json, Upstream, type Script } from "./support/upstream.ts";

/** What is kept of a conversation, whatever becomes of it, and what is not. */

let server: TestServer;
let upstream: Upstream;
let rest: Rest;

const start = (data?: string) =>
  startServer({
    ...(data !== undefined && { data }),
    env: {
      CAIRN_DRAIN_MS: "200",
      CAIRN_MEMORY_TIMEOUT_MS: "20000",
      OPENAI_API_KEY: "sk-openai",
      CAIRN_OPENAI_URL: upstream.url,
    },
  });

beforeAll(async () => {
  upstream = await Upstream.start();
  server = await start();
  rest = new Rest(server);
});
afterAll(async () => {
  await server.remove();
  await upstream.close();
});

type Message = { role: string; content: string };

const ask = (messages: Message[], headers: Record<string, string> = {}, more: object = {}) =>
  rest.post("/v1/chat/completions", { model: "gpt-4.1", messages, ...more }, { "x-cairn-user": "ann", ...headers });

const said = (content: string): Message => ({ role: "user", content });

async function messagesOf(session: string, of = rest): Promise<{ role: string; content: string; metadata: unknown }[]> {
  const { body } = await of.get(`/api/v1/sessions/${session}/messages?user_id=ann`);
  return body.messages ?? [];
}

async function found(query: string, of = rest): Promise<string[]> {
  const { body } = await of.post("/api/v1/memory/search", { query, limit: 20, user_id: "ann" });
  return body.results.map(({ content }: Message) => content);
}

/** Says the beginning of a stream, and then nothing: `reached` is when that was written. */
function stuck(text: string): { script: Script; reached: Promise<ServerResponse> } {
  const reached = Promise.withResolvers<ServerResponse>();
  const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const choices = [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }];
  const script: Script = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`, () => reached.resolve(response));
  };
  return { script, reached: reached.promise };
}

/** A streamed request whose answer is read up to its first piece. */
async function begin(session: string, text: string): Promise<{ leave: () => void }> {
  const controller = new AbortController();
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${rest.key}`,
      "content-type": "application/json",
      "x-cairn-user": "ann",
      "x-session-id": session,
    },
    body: JSON.stringify({ model: "gpt-4.1", stream: true, messages: [said(text)] }),
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  await response.body!.getReader().read();
  return { leave: () => controller.abort() };
}

describe("a conversation", () => {
  test("is stored in the session that it names, with what is known of it", async () => {
    upstream.script(whole.openai({ text: "Noted: aisle seats." }));
    const { headers } = await ask([said("I always want an aisle seat.")], { "x-session-id": "travel" });
    expect(headers.get("x-cairn-session")).toBe("travel");
    const messages = await messagesOf("travel");
    expect(messages).toMatchObject([
      { role: "user", content: "I always want an aisle seat.", metadata: { model: "gpt-4.1", provider: "openai" } },
      {
        role: "assistant",
        content: "Noted: aisle seats.",
        metadata: { state: "complete", finish: "stop", usage: { input: 8, cacheRead: 4, output: 7 } },
      },
    ]);
    const { body: receipt } = await rest.get(`/api/v1/retrievals/${headers.get("x-cairn-retrieval-id")}`);
    // What was asked stands in the message alone.
    expect(receipt).toMatchObject({ user_id: "ann", query_sha256: hash("sha256", "I always want an aisle seat.") });
    expect(receipt).not.toHaveProperty("query");
  });

  test.each(["会议 1", "a/b", "50%", "50%25"])(
    "that is in %s goes on in the session that its answer tells",
    async (name) => {
      upstream.script(whole.openai({ text: "A." }), whole.openai({ text: "B." }));
      const first = await ask([said("Who was there?")], { "x-session-id": encodeURIComponent(name) });
      const told = first.headers.get("x-cairn-session")!;
      const turns = [said("Who was there?"), { role: "assistant", content: "A." }, said("Who else?")];
      const second = await ask(turns, { "x-session-id": told });
      expect(second.headers.get("x-cairn-session")).toBe(told);
      expect((await messagesOf(told)).map(({ content }) => content)).toEqual([
        "Who was there?",
        "A.",
        "Who else?",
        "B.",
      ]);
    },
  );

  test("is stored with what the provider's dialect could not say", async () => {
    upstream.script(whole.openai({ text: "A lighthouse." }));
    const body = { model: "gpt-4.1", max_tokens: 9, top_k: 5, messages: [said("What stands on the cape there?")] };
    await rest.post("/v1/messages", body, { "x-cairn-user": "ann", "x-session-id": "lossy" });
    expect(await messagesOf("lossy")).toMatchObject([
      { content: "What stands on the cape there?" },
      { content: "A lighthouse.", metadata: { loss: "top_k; dropped" } },
    ]);
  });

  test("whose model answers anew is stored without what its caller began", async () => {
    upstream.script(whole.openai({ text: "It is Paris." }));
    const began = { role: "assistant", content: "The capital is" };
    await ask([said("What is the capital of France?"), began], { "x-session-id": "anew" });
    const messages = await messagesOf("anew");
    expect(messages.map(({ content }) => content)).toEqual(["What is the capital of France?", "It is Paris."]);
  });

  test("whose client leaves is stored as far as it came", async () => {
    const { script, reached } = stuck("Once upon a");
    upstream.script(script);
    const { leave } = await begin("left", "Tell me the tale of the lighthouse.");
    const gone = once(await reached, "close");
    leave();
    await gone;
    await expect
      .poll(() => messagesOf("left"))
      .toMatchObject([
        { role: "user", content: "Tell me the tale of the lighthouse." },
        { role: "assistant", content: "Once upon a", metadata: { state: "partial" } },
      ]);
  });

  test("whose provider breaks off is stored as far as it came", async () => {
    const { script, reached } = stuck("The answer is");
    upstream.script(script);
    const { leave } = await begin("broken", "What is the answer to everything?");
    (await reached).destroy();
    await expect.poll(() => messagesOf("broken")).toHaveLength(2);
    const [, message] = await messagesOf("broken");
    expect(message).toMatchObject({ content: "The answer is", metadata: { state: "partial" } });
    leave();
  });

  test("that a provider refuses keeps what the user said, once", async () => {
    const { status } = await ask([said("Is the harbour open in winter?")], { "x-session-id": "refused" });
    expect(status).toBe(500);
    upstream.script(whole.openai({ text: "It is." }));
    await ask([said("Is the harbour open in winter?")], { "x-session-id": "refused" });
    expect(await messagesOf("refused")).toMatchObject([{ role: "user" }, { role: "assistant", content: "It is." }]);
  });

  test("is told that nothing is stored where the store takes no writes, and of no session", async () => {
    const db = new Database(join(server.data, "cairn.db"));
    db.exec("CREATE TRIGGER full BEFORE INSERT ON gateway_exchange BEGIN SELECT RAISE(ABORT, 'scripted'); END");
    try {
      for (const stream of [false, true]) {
        upstream.script((stream ? streamed : whole).openai({ text: "It is." }));
        const asked = [said(`Is the harbour of ${String(stream)} open in winter?`)];
        const { status, headers } = await ask(asked, { "x-session-id": "lost" }, { stream });
        expect(status).toBe(200);
        expect(headers.get("x-cairn-memory-reason")).toBe("not_stored");
        expect(headers.get("x-cairn-session")).toBeNull();
      }
    } finally {
      db.exec("DROP TRIGGER full");
      db.close();
    }
    expect((await messagesOf("lost")).filter(({ role }) => role === "user")).toEqual([]);
  });

  test("is told what it was shown, and may ask for none", async () => {
    upstream.script(whole.openai({ text: "An aisle seat." }), whole.openai({ text: "I do not know." }));
    const question = [said("Which seat do I always want?")];
    const { headers } = await ask(question, { "x-cairn-memory": "read" });
    expect(headers.get("x-cairn-memory")).toBe("applied");
    expect(Number(headers.get("x-cairn-memory-items"))).toBeGreaterThan(0);
    expect(upstream.last.body.toString()).toContain("I always want an aisle seat.");
    // The receipt has what was shown, whatever else was found.
    const { body: receipt } = await rest.get(`/api/v1/retrievals/${headers.get("x-cairn-retrieval-id")}`);
    expect(receipt.results).toHaveLength(Number(headers.get("x-cairn-memory-items")));
    const other = [said("Which seat in a plane is mine, always?")];
    const { headers: without } = await ask(other, { "x-cairn-memory": "off" });
    expect(without.get("x-cairn-memory-reason")).toBe("off");
    expect(upstream.last.body.toString()).toBe(JSON.stringify({ model: "gpt-4.1", messages: other }));
    expect(await found("Which seat do I always want?")).not.toContain("I do not know.");
  });

  test("has all that its headers say on the receipt, and what was lost, however long its provider takes", async () => {
    const answer = whole.openai({ text: "An aisle seat." });
    const bodyOf = (question: string) => ({ model: "gpt-4.1", max_tokens: 9, top_k: 5, messages: [said(question)] });
    const asked = { "x-cairn-user": "ann", "x-cairn-memory": "read" };
    const receiptOf = async (id: string) => (await rest.get(`/api/v1/retrievals/${id}`)).body;
    for (const [waitMs, question] of [
      [0, "Which seat would I always want?"],
      [800, "Which seat do I always want on a flight?"],
    ] as const) {
      // Receipts are written half a second behind.
      upstream.script(async (response, request) => {
        await new Promise((next) => setTimeout(next, waitMs));
        return answer(response, request);
      });
      const { headers } = await rest.post("/v1/messages", bodyOf(question), asked);
      const of = (name: string) => headers.get(`x-cairn-${name}`);
      expect([of("memory"), of("loss")]).toEqual(["applied", "top_k; dropped"]);
      const use = {
        items: Number(of("memory-items")),
        omitted: Number(of("memory-omitted") ?? 0),
        tokens: Number(of("memory-tokens")),
        positions: [of("memory-position")],
        replayed: 0,
        replay: "none",
        ms: expect.closeTo(Number(of("memory-ms")), 0),
        losses: [{ what: "top_k", how: "dropped" }],
      };
      expect((await receiptOf(of("retrieval-id")!)).gateway).toEqual(use);
      await new Promise((next) => setTimeout(next, 700));
      expect((await receiptOf(of("retrieval-id")!)).gateway).toEqual(use);
    }
    const inspect = { ...bodyOf("Which seat, always?"), model: "cairn/inspect:gpt-4.1" };
    const { headers } = await rest.post("/v1/messages", inspect, asked);
    const { gateway: inspected } = await receiptOf(headers.get("x-cairn-retrieval-id")!);
    expect(inspected.losses).toEqual([{ what: "top_k", how: "dropped" }]);
    const plain = await rest.post("/api/v1/memory/search", { query: "Which seat?", user_id: "ann" });
    expect(await receiptOf(plain.body.retrieval_id)).not.toHaveProperty("gateway");
  });

  test("that finds nothing says on the receipt why", async () => {
    upstream.script(whole.openai({ text: "Two." }));
    const { headers } = await ask([said("Is the square root of four a prime?")], {
      "x-cairn-user": "nobody",
      "x-cairn-memory": "read",
    });
    const { body } = await rest.get(`/api/v1/retrievals/${headers.get("x-cairn-retrieval-id")}`);
    expect(body).toMatchObject({ results: [], gateway: { reason: "nothing_relevant", items: 0, losses: [] } });
  });

  test("asks for memory in words that mean nothing: nothing is sent", async () => {
    const sent = upstream.received.length;
    const { status, body } = await ask([said("Hello there")], { "x-cairn-memory": "maybe" });
    expect(status).toBe(400);
    expect(body.error.message).toContain('X-Cairn-Memory: must be on, read or off, got "maybe"');
    expect(upstream.received).toHaveLength(sent);
  });

  test("shows what it would be shown, and is not stored, when it is inspected", async () => {
    const question = "Which seat should be booked for me?";
    const { body, headers } = await ask([said(question)], {}, { model: "cairn/inspect" });
    expect(headers.get("x-cairn-memory")).toBe("applied");
    expect(body.choices[0].message.content).toContain("I always want an aisle seat.");
    expect(await found(question)).not.toContain(question);
  });

  test("of another user is neither shown nor found by its session", async () => {
    upstream.script(whole.openai({ text: "I cannot know." }));
    const others = { "x-cairn-user": "eve", "x-session-id": "travel" };
    const { headers } = await ask([said("Which seat do I always want?")], others);
    expect(headers.get("x-cairn-memory")).toBe("skipped");
    expect(upstream.last.body.toString()).not.toContain("aisle seat.");
  });
});

describe("what is erased", () => {
  test("is not shown again, in the same conversation neither", async () => {
    upstream.script(whole.openai({ text: "Good to know." }), whole.openai({ text: "Quincunx-7." }));
    await ask([said("My locker's code word is quincunx-7.")], { "x-session-id": "locker" });
    const turn = said("What is the code word of my locker?");
    await ask([turn], { "x-session-id": "asking" });
    expect(upstream.last.body.toString()).toContain("<cairn_memory");
    expect(upstream.last.body.toString()).toContain("My locker's code word is quincunx-7.");

    expect((await rest.delete("/api/v1/sessions/locker?user_id=ann")).status).toBe(200);
    upstream.script(whole.openai({ text: "I do not know any more." }));
    const next = [turn, { role: "assistant", content: "Quincunx-7." }, said("Say the word of my locker again.")];
    const { headers } = await ask(next, { "x-session-id": "asking" });
    expect(headers.get("x-cairn-memory-replay")).toBe("incomplete");
    expect(upstream.last.body.toString()).not.toContain("My locker's code word is quincunx-7.");
  });
});

describe("a server that is stopped while it answers", () => {
  test("stores what had come", async () => {
    const { script, reached } = stuck("First you whisk");
    upstream.script(script);
    await begin("stopped", "Tell me how to make a meringue.");
    const gone = once(await reached, "close");
    await server.stop("SIGTERM");
    await gone;
    server = await start(server.data);
    rest = new Rest(server, rest.key);
    expect(await messagesOf("stopped")).toMatchObject([
      { role: "user", content: "Tell me how to make a meringue." },
      { role: "assistant", content: "First you whisk", metadata: { state: "partial" } },
    ]);
  });
});

describe("a server that is killed while it answers", () => {
  test("finds what the user said when it starts again", async () => {
    const { script, reached } = stuck("It began in");
    upstream.script(script);
    await begin("killed", "Tell me how the war of the roses began.");
    const gone = once(await reached, "close");
    await server.stop("SIGKILL");
    await gone;
    server = await start(server.data);
    rest = new Rest(server, rest.key);
    expect(await messagesOf("killed")).toMatchObject([
      { role: "user", content: "Tell me how the war of the roses began." },
    ]);
    upstream.script(json(200, "{}"));
    // The turn was begun: the same again is stored once.
    await ask([said("Tell me how the war of the roses began.")], { "x-session-id": "killed" });
    expect(await messagesOf("killed")).toHaveLength(1);
  });
});

test("a user whose name is not ASCII is the same by the header, in the body, and over REST", async () => {
  const user = "Søren Kierkegård";
  const inHeader = { "x-cairn-user": Buffer.from(user).toString("latin1") };
  upstream.script(whole.openai({ text: "Noted." }), whole.openai({ text: "Noted." }));
  const model = "gpt-4.1";
  const byHeader = [said("My boat lies in the harbour of Gilleleje.")];
  const byBody = [said("My bicycle stands behind the library.")];
  const headers = { ...inHeader, "x-session-id": "soren-1" };
  expect((await rest.post("/v1/chat/completions", { model, messages: byHeader }, headers)).status).toBe(200);
  const named = { model, messages: byBody, user };
  expect((await rest.post("/v1/chat/completions", named, { "x-session-id": "soren-2" })).status).toBe(200);
  const { body } = await rest.get(`/api/v1/sessions?user_id=${encodeURIComponent(user)}`);
  const sessions = body.sessions.map(({ session_id }: { session_id: string }) => session_id);
  expect(sessions.toSorted()).toEqual(["soren-1", "soren-2"]);
  const refused = await rest.post("/v1/chat/completions", { model, messages: byHeader }, { "x-cairn-user": "Søren" });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'X-Cairn-User: must be UTF-8, got "Søren" in another encoding',
  ]);
});
