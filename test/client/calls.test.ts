import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cairn, CairnError, type AnswerHead } from "../../src/client/index.ts";
import { cairn as run } from "../support/cli.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let cairn: Cairn;
const heads: AnswerHead[] = [];

beforeAll(async () => {
  server = await startServer();
  cairn = new Cairn({ apiKey: server.key, baseUrl: `${server.url}/`, onAnswer: (head) => heads.push(head) });
});
afterAll(() => server.remove());

describe("the five steps", () => {
  test("search, forgeInsight and recordOutcome are as specified", async () => {
    const forged = await cairn.forgeInsight({
      title: "Retry with jitter",
      problem: "Clients that retry at once overload a recovering service.",
      solution: "Back off exponentially and add random jitter.",
      tags: ["resilience"],
    });
    expect(forged).toMatchObject({ title: "Retry with jitter", confidence: 0.5, status: "created" });
    const found = await cairn.search({ query: "how should clients retry?", sources: ["patterns"], limit: 3 });
    expect(found.retrieval_id).toMatch(/^ret_/);
    expect(found.results[0]).toMatchObject({ id: forged.id, source: "patterns", metadata: { success_rate: 0 } });
    const outcome = await cairn.recordOutcome({ applicationId: found.retrieval_id, success: true });
    expect(outcome).toMatchObject({ retrieval_id: found.retrieval_id, success: true, status: "recorded" });
    const pattern = await cairn.getPattern({ id: forged.id });
    expect(pattern).toMatchObject({ applications: 1, success_rate: 1 });
  });

  test("each answer tells its request and what is left", async () => {
    heads.length = 0;
    await cairn.listSessions();
    expect(heads).toEqual([
      {
        operation: "listSessions",
        status: 200,
        requestId: expect.stringMatching(/^[\w.-]+$/),
        remaining: 2147483647,
        resetAt: expect.any(Date),
      },
    ]);
  });
});

describe("names in addresses", () => {
  test.each(["a/b", "ä ?&#%2F", "100%", "x".repeat(200)])("a session called %j is read and erased", async (name) => {
    await cairn.addMessage({ role: "user", session_id: name, content: "hello", user_id: "ana/1" });
    const page = await cairn.listMessages({ session_id: name, user_id: "ana/1" });
    expect(page.messages.map(({ content }) => content)).toEqual(["hello"]);
    const erasure = await cairn.deleteSession({ session_id: name, user_id: "ana/1" });
    expect(erasure.counts.messages).toBe(1);
  });

  test("a model's id keeps its slash", async () => {
    const unknown = cairn.getModel({ id: "made/up:8b" });
    await expect(unknown).rejects.toMatchObject({ code: "not_found", reason: expect.stringContaining('"made/up:8b"') });
    expect((await cairn.getModel({ id: "claude-opus-5" })).owned_by).toBe("anthropic");
  });

  test.each(["", ".", ".."])("%j would name something else, and is not sent", async (name) => {
    heads.length = 0;
    const failed = cairn.deleteUser({ user_id: name });
    await expect(failed).rejects.toMatchObject({ code: "invalid_argument", field: "user_id", status: undefined });
    expect(heads).toEqual([]);
  });

  test("half a character and a tag with a comma are refused by name", async () => {
    await expect(cairn.getMessage({ id: "\ud800" })).rejects.toMatchObject({ field: "id" });
    await expect(cairn.listPatterns({ tags: ["a", "b,c"] })).rejects.toMatchObject({ field: "tags[1]" });
  });
});

describe("lists", () => {
  test("are a page when awaited, and all items when gone over", async () => {
    const contents = Array.from({ length: 7 }, (_, index) => `message ${index}`);
    const messages = contents.map((content) => ({ role: "user" as const, session_id: "long", content }));
    await cairn.addMessages({ messages });
    const list = cairn.listMessages({ session_id: "long", limit: 3 });
    const page = await list;
    expect(page).toMatchObject({ total: 7, has_more: true });
    expect(page.messages).toHaveLength(3);
    heads.length = 0;
    const seen: string[] = [];
    for await (const { content } of list) seen.push(content);
    expect(seen).toEqual(contents);
    expect(heads).toHaveLength(3);
  });

  test("send nothing until then, nor further pages than are asked for", async () => {
    heads.length = 0;
    const list = cairn.listMessages({ session_id: "long", limit: 3, offset: 1 });
    expect(heads).toEqual([]);
    for await (const { content } of list) {
      expect(content).toBe("message 1");
      break;
    }
    expect(heads).toHaveLength(1);
    const all: string[] = [];
    for await (const { content } of list) all.push(content);
    expect(all).toEqual(["message 1", "message 2", "message 3", "message 4", "message 5", "message 6"]);
  });
});

describe("errors", () => {
  test("show the server's words with field, code and request id", async () => {
    const error: unknown = await cairn.search({ query: "x", limit: 1000 }).catch((thrown: unknown) => thrown);
    if (!CairnError.is(error, "invalid_argument")) throw error;
    expect(error).toMatchObject({ status: 400, field: "limit", requestId: expect.stringMatching(/.+/) });
    expect(error.details[0]?.message).toMatch(/100/);
    expect(error.message).toBe(`${error.reason} [invalid_argument; field limit; request ${error.requestId}]`);
  });

  test("tell a key that is not good, one that may not, and what is not there", async () => {
    const stranger = new Cairn({ apiKey: "ck_none_none", baseUrl: server.url });
    await expect(stranger.search({ query: "x" })).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    const { secret } = await cairn.createKey({ scopes: ["memory:read"] });
    const reader = new Cairn({ apiKey: secret, baseUrl: server.url });
    const write = reader.addMessage({ role: "user", session_id: "s", content: "x" });
    await expect(write).rejects.toMatchObject({ code: "permission_denied", status: 403 });
    await expect(cairn.getPattern({ id: "pat_none" })).rejects.toMatchObject({ code: "not_found", status: 404 });
  });

  test("a spent plan that renews too late for the call is told at once", async () => {
    const made = await run(["keys", "create", "--account", "small", "--plan", "free", "--json"], {
      CAIRN_DATA: server.data,
    });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const small = new Cairn({ apiKey: key, baseUrl: server.url, timeoutMs: 5_000, retries: 10 });
    const startedAtMs = performance.now();
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => small.listSessions()));
    const failed = all.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    // At the end of a minute the window may renew meanwhile: some then succeed.
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0]).toMatchObject({ code: "rate_limited", status: 429 });
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });
});
