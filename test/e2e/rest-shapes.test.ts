import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The specification's tables, member by member, over REST on a running server. */

let server: TestServer;
let api: Rest;

beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
});
afterAll(() => server.remove());

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const retries = {
  title: "Retry with jitter",
  problem: "Clients that retry at once overload a recovering service.",
  solution: "Back off exponentially and add random jitter to every wait.",
  tags: ["Resilience", "http"],
  works_when: ["the call is idempotent"],
  anti_patterns: ["retrying without an upper bound"],
};

describe("patterns", () => {
  test("POST creates, and says so", async () => {
    const answer = await api.post("/api/v1/patterns", retries);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^pat_[0-9a-z]{26}$/),
      title: retries.title,
      created_at: expect.stringMatching(isoTime),
      confidence: 0.5,
      status: "created",
      version: 1,
    });
  });

  test("POST with the same title and content changes nothing; with other content it adds a version", async () => {
    const again = await api.post("/api/v1/patterns", { ...retries, title: "  retry WITH   jitter " });
    const changed = await api.post("/api/v1/patterns", { ...retries, solution: "Use a token bucket for retries." });
    const same = await api.post("/api/v1/patterns", { ...retries, solution: "Use a token bucket for retries." });
    expect(again.body).toMatchObject({ status: "updated", version: 2 });
    expect(changed.body).toMatchObject({ id: again.body.id, status: "updated", version: 3 });
    expect(same.body).toMatchObject({ id: again.body.id, status: "unchanged", version: 3 });
    const history = await api.get(`/api/v1/patterns/${again.body.id}/history`);
    expect(history.body.versions.map((v: { version: number }) => v.version)).toEqual([3, 2, 1]);
  });

  test("GET lists with the specified members", async () => {
    const { body } = await api.get("/api/v1/patterns?limit=1&offset=0&tags=resilience,HTTP");
    expect(body).toMatchObject({ total: 1, has_more: false });
    expect(body.patterns[0]).toMatchObject({
      id: expect.stringMatching(/^pat_/),
      title: retries.title,
      problem: retries.problem,
      solution: expect.any(String),
      tags: retries.tags,
      works_when: retries.works_when,
      anti_patterns: retries.anti_patterns,
      confidence: 0.5,
      applications: 0,
      success_rate: 0,
      created_at: expect.stringMatching(isoTime),
    });
  });

  test("PATCH edits the members it names, and can empty a list", async () => {
    const { id } = (await api.get("/api/v1/patterns")).body.patterns[0];
    const { body } = await api.patch(`/api/v1/patterns/${id}`, { tags: [] });
    expect(body).toMatchObject({ id, tags: [], works_when: retries.works_when, version: 4 });
  });
});

test("forge answers with its four members, and what is similar", async () => {
  const forged = {
    title: "Jitter for retries",
    problem: "Clients that retry at once overload a service that recovers.",
    solution: "Back off exponentially, with random jitter on every wait.",
  };
  const { status, body } = await api.post("/api/v1/forge", forged);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^pat_/),
    title: forged.title,
    confidence: 0.5,
    message: expect.any(String),
    status: "created",
  });
  expect(body.similar[0]).toMatchObject({ title: retries.title, similarity: expect.any(Number) });
});

describe("working memory", () => {
  test("POST writes one message", async () => {
    const { status, body } = await api.post("/api/v1/working", {
      role: "user",
      content: "I moved the staging database to Frankfurt yesterday.",
      session_id: "s1",
      source: "claude-code",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
      created_at: expect.stringMatching(isoTime),
      message: expect.any(String),
    });
  });

  test("a batch tells the time that is stored, again when it is sent again", async () => {
    const messages = [
      { role: "user", content: "dated", session_id: "s-times", created_at: "2026-01-31T09:30:00.000Z" },
      { role: "user", content: "undated", session_id: "s-times" },
    ];
    const send = (batch: object[]) =>
      api.post("/api/v1/working/batch", { messages: batch }, { "idempotency-key": `times ${batch.length}` });
    const [first, again] = [await send(messages), await send(messages)];
    const listed = await api.get("/api/v1/sessions/s-times/messages");
    expect(first.body.created_at).toBe(listed.body.messages[1].created_at);
    expect(again.body).toEqual(first.body);
    expect((await send([messages[0]!])).body.created_at).toBe("2026-01-31T09:30:00.000Z");
  });

  test("a batch says once whose its messages are and where they come from, but for those that say it themselves", async () => {
    const said = (more: object) => ({ role: "user", content: "x", session_id: "s-said-once", ...more });
    const messages = [said({}), said({ source: "slack", user_id: "once" }), said({ source: "" })];
    const { body } = await api.post("/api/v1/working/batch", { messages, user_id: "once", source: "import" });
    const listed = await api.get("/api/v1/sessions/s-said-once/messages?user_id=once");
    expect(listed.body.messages.map((m: { id: string; source: string }) => [m.id, m.source])).toEqual([
      [body.ids[0], "import"],
      [body.ids[1], "slack"],
      [body.ids[2], ""],
    ]);
    const wrong = await api.post("/api/v1/working/batch", { messages, user_id: " once", source: "x".repeat(201) });
    expect(wrong.body.details.map((each: { field: string }) => each.field)).toEqual(["user_id", "source"]);
  });

  test("an idempotency key holds for one path", async () => {
    const said = ["a", "b"].map((content) =>
      api.post("/api/v1/working", { role: "user", content, session_id: "s-paths" }),
    );
    const [a, b] = (await Promise.all(said)).map(({ body }) => body.id);
    const edit = (id: string, content: string) =>
      api.patch(`/api/v1/messages/${id}`, { content }, { "idempotency-key": "edits" });
    expect((await edit(a, "new")).body).toMatchObject({ id: a, content: "new" });
    expect((await edit(b, "new")).body).toMatchObject({ id: b, content: "new" });
    expect((await edit(b, "newer")).status).toBe(409);
  });

  test("a message that was edited tells when, wherever it is shown; another does not", async () => {
    const messages = ["edited", "left"].map((content) => ({ role: "user", content, session_id: "s-edits" }));
    const { ids } = (await api.post("/api/v1/working/batch", { messages })).body;
    const { body: edited } = await api.patch(`/api/v1/messages/${ids[0]}`, { content: "edited again" });
    expect(edited.updated_at).toMatch(isoTime);
    expect(edited.updated_at >= edited.created_at).toBe(true);
    expect((await api.get(`/api/v1/messages/${ids[0]}`)).body).toEqual(edited);
    const listed = (await api.get("/api/v1/sessions/s-edits/messages")).body.messages;
    expect(listed[0]).toEqual(edited);
    expect(listed[1]).not.toHaveProperty("updated_at");
  });

  test("a batch is answered in its order, and listed in it", async () => {
    const messages = ["first", "second", "third"].map((content) => ({ role: "assistant", content, session_id: "s2" }));
    const { body } = await api.post("/api/v1/working/batch", { messages });
    expect(body).toEqual({ ids: expect.any(Array), created_at: expect.stringMatching(isoTime) });
    const listed = await api.get("/api/v1/sessions/s2/messages?limit=2");
    expect(listed.body).toMatchObject({ total: 3, has_more: true, next_cursor: expect.any(String) });
    expect(listed.body.messages.map((m: { id: string }) => m.id)).toEqual(body.ids.slice(0, 2));
    expect(listed.body.messages[0]).toMatchObject({
      role: "assistant",
      content: "first",
      session_id: "s2",
      source: "",
    });
    const rest = await api.get(`/api/v1/sessions/s2/messages?cursor=${listed.body.next_cursor}`);
    expect(rest.body.messages.map((m: { content: string }) => m.content)).toEqual(["third"]);
    expect(rest.body.has_more).toBe(false);
  });
});

describe("sessions", () => {
  test.each([
    ["Cyrillic", "ж"],
    ["emoji", "👋"],
    ["what JSON escapes", "\u0001"],
  ])("are listed page by page, with names of 200 characters: %s", async (_, character) => {
    const user_id = `lists ${character.codePointAt(0)}`;
    const names = ["a", "b", "c"].map((end) => character.repeat(199) + end);
    for (const session_id of names) {
      const said = { role: "user", content: "x", session_id, user_id };
      expect((await api.post("/api/v1/working", said)).status).toBe(200);
    }
    const listed: string[] = [];
    let next = "";
    do {
      const { status, body } = await api.get(`/api/v1/sessions?user_id=${user_id}&limit=1${next}`);
      expect(status).toBe(200);
      listed.push(...body.sessions.map((each: { session_id: string }) => each.session_id));
      next = body.next_cursor === undefined ? "" : `&cursor=${body.next_cursor}`;
    } while (next !== "");
    expect(listed.sort()).toEqual(names);
  });
});

type Found = { content: string; metadata: object };

describe("search", () => {
  test("finds by meaning what was just written, and leaves a receipt", async () => {
    const { status, body } = await api.post("/api/v1/memory/search", {
      query: "where does the staging DB run?",
      limit: 3,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      retrieval_id: expect.stringMatching(/^ret_[0-9a-z]{26}$/),
      results: expect.any(Array),
      timing_ms: expect.any(Number),
    });
    expect(body.results[0]).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      content: "I moved the staging database to Frankfurt yesterday.",
      source: "signals",
      metadata: { success_rate: 0, role: "user", session_id: "s1", source: "claude-code" },
    });
    const similarities = body.results.map((r: { similarity: number }) => r.similarity);
    expect(similarities.every((s: number) => s >= 0 && s <= 1)).toBe(true);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    const receipt = await api.get(`/api/v1/retrievals/${body.retrieval_id}`);
    expect(receipt.body.results.map((r: { id: string }) => r.id)).toEqual(
      body.results.map((r: { id: string }) => r.id),
    );
  });

  test("tells of each result whose memory it is, and of a message what it was stored with", async () => {
    const metadata = { ticket: "OPS-7", tags: ["a", { b: null }] };
    const said = { role: "user", content: "The marmot gate is green.", session_id: "s-whose", user_id: "whose" };
    await api.post("/api/v1/working", { ...said, metadata });
    await api.post("/api/v1/working", { ...said, content: "Marmot gates are painted.", user_id: "system" });
    await api.post("/api/v1/patterns", { title: "Paint a marmot gate", problem: "p", solution: "s", user_id: "whose" });
    const asked = { query: "marmot gate", user_id: "whose", limit: 3 };
    const { results } = (await api.post("/api/v1/memory/search", asked)).body;
    const known = new Map<string, object>(results.map((each: Found) => [each.content.slice(0, 12), each.metadata]));
    expect(known.get("The marmot g")).toEqual({
      success_rate: 0,
      tags: [],
      role: "user",
      session_id: "s-whose",
      source: "",
      created_at: expect.stringMatching(isoTime),
      user_id: "whose",
      metadata,
    });
    expect(known.get("Marmot gates")).toMatchObject({ user_id: "system" });
    expect(known.get("Marmot gates")).not.toHaveProperty("metadata");
    expect(known.get("Paint a marm")).toMatchObject({ user_id: "whose", title: "Paint a marmot gate" });
  });

  test("finds messages by what they were stored with, as it is now, and nothing that was stored without", async () => {
    const user_id = "by-metadata";
    const say = async (content: string, metadata?: object) => {
      const said = { role: "user", content, session_id: "s-by", user_id, metadata };
      return (await api.post("/api/v1/working", said)).body.id as string;
    };
    const eu = await say("The tapir refund went out.", { topic: "billing", seats: 3, teams: ["eu", "us"], open: true });
    await say("The tapir refund is late.", { topic: "support", seats: 3, open: false });
    await say("A tapir refund was asked for.");
    await api.post("/api/v1/patterns", { title: "Tapir refunds", problem: "p", solution: "s", user_id });
    const found = async (metadata: object) => {
      const asked = { query: "tapir refund", user_id, sources: ["all"], metadata };
      return (await api.post("/api/v1/memory/search", asked)).body.results.map((each: { id: string }) => each.id);
    };
    expect(await found({ topic: "billing" })).toEqual([eu]);
    expect(await found({ seats: 3 })).toHaveLength(2);
    expect(await found({ seats: 3, open: true })).toEqual([eu]);
    expect(await found({ teams: "us" })).toEqual([eu]);
    for (const none of [{ topic: "Billing" }, { seats: "3" }, { teams: "asia" }]) expect(await found(none)).toEqual([]);
    expect((await found({})).length).toBeGreaterThan(3);
    await api.patch(`/api/v1/messages/${eu}`, { user_id, metadata: { topic: "closed" } });
    expect(await found({ topic: "billing" })).toEqual([]);
    expect(await found({ topic: "closed" })).toEqual([eu]);
  });

  test("ends before the metadata of its results is more than gRPC's clients read", async () => {
    const metadata = { a: Array.from({ length: 8_000 }, () => 1) };
    const messages = Array.from({ length: 100 }, (_, n) => {
      return { role: "user", content: `Okapi ${n}.`, session_id: "s-large", user_id: "large", metadata };
    });
    expect((await api.post("/api/v1/working/batch", { messages })).status).toBe(200);
    const { results } = (await api.post("/api/v1/memory/search", { query: "okapi", user_id: "large", limit: 100 }))
      .body;
    // Of each the values alone are 11 bytes, 8,000 times.
    expect(results.length).toBeGreaterThan(20);
    expect(results.length * 88_000).toBeLessThan(4 * 2 ** 20);
  });

  test("searches the layers it is told to", async () => {
    for (const [sources, expected] of [
      [["patterns"], ["patterns"]],
      [["signals"], ["signals"]],
      // Facts are read behind the writes: here it may be too early for any.
      [["graph"], []],
      [["all"], ["patterns", "signals"]],
      [[], ["patterns", "signals"]],
    ] as const) {
      const { body } = await api.post("/api/v1/memory/search", {
        query: "retry with jitter or staging database",
        sources,
      });
      const found = new Set<string>(body.results.map((r: { source: string }) => r.source));
      const asked: readonly string[] = sources;
      if (asked.includes("graph") || asked.includes("all")) found.delete("graph");
      expect([...found].sort()).toEqual(expected);
    }
  });

  test("explains a score on request", async () => {
    const { body } = await api.post("/api/v1/memory/search", { query: "retry with jitter", explain: true });
    expect(body.results[0].explanation).toMatchObject({
      cosine: expect.any(Number),
      bm25: expect.any(Number),
      context: expect.any(Number),
      outcome: 1,
      recency: expect.any(Number),
    });
  });
});

describe("every response", () => {
  test.each([
    ["a success", "/api/v1/patterns", 200],
    ["not found", "/api/v1/nothing", 404],
    ["no such thing", "/api/v1/patterns/pat_none", 404],
    ["wrong method", "/api/v1/forge", 405],
  ])("%s carries the limit headers and a request id", async (_name, path, status) => {
    const answer = await api.get(path);
    expect(answer.status).toBe(status);
    expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(1_700_000_000);
    expect(answer.headers.get("x-request-id")).toMatch(/\S/);
  });

  test("an error body has its members, and 401 is told for a missing and a wrong key", async () => {
    const missing = await new Rest({ url: server.url }).get("/api/v1/patterns");
    const wrong = await new Rest({ url: server.url, key: "ck_abc_def" }).get("/api/v1/patterns");
    for (const answer of [missing, wrong]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        error: "unauthenticated",
        message: expect.any(String),
        request_id: answer.headers.get("x-request-id"),
      });
      expect(answer.headers.has("x-ratelimit-remaining")).toBe(true);
    }
  });

  test("a body whose members may all be absent may be absent too", async () => {
    const made = await api.post("/api/v1/keys", { name: "turned", scopes: ["memory:read"] });
    expect(await api.call("POST", `/api/v1/keys/${made.body.key.id}/rotate`)).toMatchObject({
      status: 200,
      body: { key: { name: "turned" } },
    });
    const [absent, empty] = [await api.call("POST", "/api/v1/directives"), await api.post("/api/v1/directives", {})];
    expect([absent.status, absent.body]).toEqual([200, empty.body]);
    const search = await api.call("POST", "/api/v1/memory/search");
    expect(search).toMatchObject({ status: 400, body: { details: [{ field: "query" }] } });
    const patch = await api.call("PATCH", "/api/v1/directives/dir_1");
    expect(patch).toMatchObject({ status: 400, body: { error: "invalid_argument" } });
  });

  test("a bad request names the members that are wrong", async () => {
    const { status, body } = await api.post("/api/v1/memory/search", { query: "x", limit: 0, colour: "red" });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_argument");
    expect(body.details.map((d: { field: string }) => d.field)).toContain("colour");
  });
});
