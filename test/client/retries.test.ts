import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cairn, CairnError, type ClientOptions } from "../../src/client/index.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { faulty, type Fault } from "./faults.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.remove());

function through(faults: Fault[], options: Partial<ClientOptions> = {}) {
  const network = faulty(...faults);
  const cairn = new Cairn({ apiKey: server.key, baseUrl: server.url, fetch: network.fetch, ...options });
  return { cairn, sent: network.sent };
}

const codes: Record<number, string> = { 409: "conflict", 429: "rate_limited", 503: "unavailable" };
const busy = (status: number, retryAfter?: string): Fault => ({
  status,
  headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  body: JSON.stringify({
    error: codes[status],
    message: "not now",
    request_id: "r1",
  }),
});
const message = (session_id: string) => ({ role: "user", session_id, content: "once" }) as const;

async function written(session_id: string): Promise<number> {
  return (await new Cairn({ apiKey: server.key, baseUrl: server.url }).listMessages({ session_id })).total;
}

describe("what passes is tried again", () => {
  test.each<[string, Fault[]]>([
    ["429", [busy(429, "0")]],
    ["503", [busy(503, "0"), busy(503, "0")]],
    ["an earlier try that is in flight", [busy(409, "0")]],
    ["a server that is not there", ["unsent"]],
    ["an answer that was lost", ["answer lost"]],
  ])("%s: a write is done once, under one key", async (what, faults) => {
    const { cairn, sent } = through([...faults]);
    await cairn.addMessage(message(what));
    expect(await written(what)).toBe(1);
    expect(sent).toHaveLength(faults.length + 1);
    const keys = new Set(sent.map((headers) => headers.get("idempotency-key")));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test("what `onAnswer` throws is the caller's, and the request, which was answered, is not sent again", async () => {
    for (const thrown of [new Error("mine"), new CairnError({ code: "rate_limited", reason: "mine", status: 429 })]) {
      const onAnswer = () => {
        throw thrown;
      };
      const { cairn, sent } = through([], { onAnswer });
      await expect(cairn.addMessage(message(thrown.message))).rejects.toBe(thrown);
      expect(sent).toHaveLength(1);
      expect(await written(thrown.message)).toBe(1);
    }
  });

  test("two calls have two keys, and a caller's own is kept", async () => {
    const { cairn, sent } = through([]);
    const first = await cairn.addMessage(message("keys"), { idempotencyKey: "mine" });
    const again = await cairn.addMessage(message("keys"), { idempotencyKey: "mine" });
    expect(again.id).toBe(first.id);
    await cairn.addMessage(message("keys"));
    await cairn.addMessage(message("keys"));
    expect(await written("keys")).toBe(3);
    expect(new Set(sent.map((headers) => headers.get("idempotency-key"))).size).toBe(3);
  });

  test("Retry-After is waited for, and a little more", async () => {
    const { cairn } = through([busy(429, "1")]);
    const startedAtMs = performance.now();
    await cairn.listSessions();
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(1_000);
  });

  test("a read has no key", async () => {
    const { cairn, sent } = through(["answer lost"]);
    await cairn.search({ query: "anything" });
    expect(sent.map((headers) => headers.has("idempotency-key"))).toEqual([false, false]);
  });
});

describe("what does not pass is told", () => {
  test("after as many retries as there may be", async () => {
    const { cairn, sent } = through(Array.from({ length: 5 }, () => busy(503, "0")));
    await expect(cairn.listSessions({}, { retries: 1 })).rejects.toMatchObject({
      code: "unavailable",
      requestId: "r1",
    });
    expect(sent).toHaveLength(2);
  });

  test("at once, where the server would have it tried later than the call may last", async () => {
    const { cairn, sent } = through([busy(429, "3600")]);
    await expect(cairn.listSessions()).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
    expect(sent).toHaveLength(1);
  });

  test("a key that may have been made is not made twice", async () => {
    const { cairn, sent } = through(["answer lost"]);
    await expect(cairn.createKey({})).rejects.toMatchObject({ code: "unavailable", status: undefined });
    expect(sent).toHaveLength(1);
    await expect(cairn.createKey({}, { idempotencyKey: "k" })).rejects.toMatchObject({ field: "idempotencyKey" });
  });

  test("a key is made after 429, for then nothing was done", async () => {
    const { cairn, sent } = through([busy(429, "0")]);
    expect((await cairn.createKey({ name: "late" })).secret).toMatch(/^ck_/);
    expect(sent).toHaveLength(2);
  });

  test("a conflict is one, unless it says when it ends", async () => {
    const { cairn, sent } = through([busy(409)]);
    await expect(cairn.addMessage(message("conflict"))).rejects.toMatchObject({ code: "conflict", status: 409 });
    expect(sent).toHaveLength(1);
  });

  test("faults of requests are not tried again", async () => {
    const { cairn, sent } = through([]);
    await expect(cairn.search({ query: " " })).rejects.toMatchObject({ code: "invalid_argument", field: "query" });
    expect(sent).toHaveLength(1);
  });

  test("what is between is named: a redirect, a page of a proxy, another server", async () => {
    const moved: Fault = { status: 301, headers: { location: "https://new.example/" } };
    await expect(through([moved]).cairn.listSessions()).rejects.toThrow(/redirects to https:\/\/new\.example\//);
    const page: Fault = { status: 502, body: "<h1>Bad gateway</h1>" };
    await expect(through([page]).cairn.listSessions()).rejects.toThrow(/HTTP 502: <h1>Bad gateway/);
    const other: Fault = { status: 200, headers: { "content-type": "text/html" }, body: "<p>Hello</p>" };
    await expect(through([other]).cairn.listSessions()).rejects.toThrow(/not JSON \(text\/html\)/);
  });
});

describe("time", () => {
  const never: typeof fetch = (_input, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)));

  test("a call ends when its time is over", async () => {
    const { cairn } = through([], { fetch: never });
    const failed = await cairn.listSessions({}, { timeoutMs: 50 }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "deadline_exceeded", reason: "no answer within 50 ms (timeoutMs)" });
  });

  test("a signal takes it back: under way, while it waits, and before it begins", async () => {
    const { cairn } = through([], { fetch: never });
    const reason = new Error("enough");
    const controller = new AbortController();
    const open = cairn.listSessions({}, { signal: controller.signal });
    controller.abort(reason);
    await expect(open).rejects.toBe(reason);
    await expect(cairn.search({ query: "x" }, { signal: controller.signal })).rejects.toBe(reason);

    const second = new AbortController();
    const { cairn: waiting, sent } = through([busy(503, "30")]);
    const failed = waiting.listSessions({}, { signal: second.signal }).then(undefined, (error: unknown) => error);
    await expect.poll(() => sent.length).toBe(1);
    setTimeout(() => second.abort(reason), 20);
    expect(await failed).toBe(reason);
  });
});

function thrownBy(make: () => Cairn): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

describe("options", () => {
  const good = { apiKey: "ck_a_b", baseUrl: "http://127.0.0.1:1" };
  test.each<[string, object]>([
    ["apiKey", { apiKey: "" }],
    ["apiKey", { apiKey: "ck_a_b\n" }],
    ["apiKey", { apiKey: undefined }],
    ["baseUrl", { baseUrl: "localhost" }],
    ["baseUrl", { baseUrl: "ftp://x" }],
    ["baseUrl", { baseUrl: "http://127.0.0.1:7070/v1" }],
    ["baseUrl", { baseUrl: "http://127.0.0.1:7070/api/v1/" }],
    ["baseUrl", { baseUrl: "http://me:hidden@127.0.0.1:7070" }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["retries", { retries: 1.5 }],
  ])("%s must be valid: %j", (field, options) => {
    const thrown = thrownBy(() => new Cairn({ ...good, ...options }));
    if (!CairnError.is(thrown, "invalid_argument")) throw new Error("accepted");
    expect(thrown.field).toBe(field);
    expect(thrown.message).not.toContain("hidden");
  });

  test("a key does not show in what is printed", () => {
    expect(JSON.stringify(new Cairn(good)) + String(Object.values(new Cairn(good)))).not.toContain("ck_a_b");
  });
});
