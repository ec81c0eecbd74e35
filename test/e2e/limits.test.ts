import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { type Answer, Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** Plans, their headers, and that a restart forgets nothing. */

const origin = "https://app.example";
const env = { CAIRN_CORS_ORIGINS: origin, CAIRN_USER_PER_MINUTE: "5" };

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env });
});
afterAll(() => server.remove());

async function account(name: string, plan: string): Promise<Rest> {
  const made = await cairn(["keys", "create", "--account", name, "--plan", plan, "--json"], {
    CAIRN_DATA: server.data,
  });
  return new Rest({ url: server.url, key: JSON.parse(made.stdout).key });
}

const remaining = (answer: Answer) => Number(answer.headers.get("x-ratelimit-remaining"));
const list = (api: Rest) => api.get("/api/v1/sessions");

/** Windows begin with the minute: a test that counts must not straddle two. */
async function farFromMinutesEnd(secondsNeeded: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < secondsNeeded * 1_000) await new Promise((later) => setTimeout(later, left + 50));
}

test(
  "the free plan grants ten a minute; the eleventh is 429, and a restart does not help",
  { timeout: 120_000 },
  async () => {
    const api = await account("free-riders", "free");
    await farFromMinutesEnd(15);
    const answers: Answer[] = [];
    for (let i = 0; i < 10; i++) answers.push(await list(api));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers.map(remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const reset = Number(answers[0]!.headers.get("x-ratelimit-reset"));
    expect(reset % 60).toBe(0);
    expect(reset * 1_000 - Date.now()).toBeLessThanOrEqual(60_000);

    const refused = await list(api);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe("rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(remaining(refused)).toBe(0);

    await server.stop();
    server = await startServer({ data: server.data, env });
    expect((await list(new Rest({ url: server.url, key: api.key! }))).status).toBe(429);
  },
);

test("whatever is authenticated counts: errors, replays; a batch counts one a hundred", async () => {
  const api = await account("counters", "pro");
  await farFromMinutesEnd(10);
  expect(remaining(await list(api))).toBe(99);
  expect(remaining(await api.get("/api/v1/patterns/pat_none"))).toBe(98);
  expect(remaining(await api.post("/api/v1/memory/search", {}))).toBe(97);
  const message = { role: "user", content: "x", session_id: "s" };
  const once = { "idempotency-key": "k" };
  expect(remaining(await api.post("/api/v1/working", message, once))).toBe(96);
  expect(remaining(await api.post("/api/v1/working", message, once))).toBe(95);
  const batch = { messages: Array.from({ length: 250 }, () => message) };
  expect(remaining(await api.post("/api/v1/working/batch", batch))).toBe(92);
});

test("a batch that the plan has no room for is told how much there is, and counts as one", async () => {
  const api = await account("batchers", "free");
  await farFromMinutesEnd(10);
  expect(remaining(await list(api))).toBe(9);
  const messages = Array.from({ length: 1_000 }, () => ({ role: "user", content: "x", session_id: "s" }));
  const refused = await api.post("/api/v1/working/batch", { messages });
  expect([refused.status, refused.body.error, remaining(refused)]).toEqual([429, "rate_limited", 8]);
  expect(refused.body.message).toMatch(
    /^the plan "free" allows 8 more requests now, and this batch counts as 9 more; try again in \d+ s$/u,
  );
  expect((await list(api)).body.total).toBe(0);
  expect(remaining(await api.post("/api/v1/working/batch", { messages: messages.slice(0, 700) }))).toBe(0);
});

test("one user's keys cannot take from the plan what others are to have", async () => {
  const backend = await account("product", "pro");
  const make = ["keys", "create", "--account", "product", "--json", "--user"];
  const keyFor = async (user: string) => {
    const { stdout } = await cairn([...make, user], { CAIRN_DATA: server.data });
    return new Rest({ url: server.url, key: JSON.parse(stdout).key });
  };
  const [phone, laptop, ben] = [await keyFor("ana"), await keyFor("ana"), await keyFor("ben")];
  await farFromMinutesEnd(15);
  const answers: Answer[] = [];
  for (let i = 0; i < 8; i++) answers.push(await list(i % 2 === 0 ? phone : laptop));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(answers.slice(0, 6).map(remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(answers[5]!.body.message).toMatch(
    /^this server allows no more requests for this user now; try again in \d+ s$/u,
  );
  expect(remaining(await list(ben))).toBe(4);
  expect(remaining(await list(backend))).toBe(100 - 7); // what was refused is not missing
});

test("an unlimited plan has no window", async () => {
  const answer = await list(new Rest(server));
  expect(remaining(answer)).toBe(2147483647);
  expect(Math.abs(Number(answer.headers.get("x-ratelimit-reset")) - Date.now() / 1_000)).toBeLessThan(5);
});

test("health, pages for machines and preflight count for nobody", async () => {
  const api = await account("browsers", "pro");
  await farFromMinutesEnd(10);
  expect(remaining(await list(api))).toBe(99);
  const health = await api.get("/v1/gateway/health");
  expect(health.body).toMatchObject({ status: "ok", version: expect.stringMatching(/^\d/), memory: { status: "ok" } });
  expect(remaining(health)).toBe(99);
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const answer = await api.get(path);
    expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([200, null]);
  }
  const asked = { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
  const preflight = await api.call("OPTIONS", "/api/v1/working", undefined, asked);
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  const methods = await api.call("OPTIONS", "/api/v1/working");
  for (const answer of [preflight, methods]) expect(remaining(answer)).toBeGreaterThan(0);
  expect(remaining(methods)).toBe(remaining(preflight)); // of the address, which has used nothing
  expect(remaining(await list(api))).toBe(98);
});

test("health says less to a stranger, and counts him neither", async () => {
  const stranger = new Rest({ url: server.url });
  const health = await stranger.get("/v1/gateway/health");
  expect([health.status, health.body]).toEqual([200, { status: "ok" }]);
  const again = await stranger.get("/v1/gateway/health");
  expect(remaining(health)).toBeGreaterThan(0);
  expect(remaining(again)).toBe(remaining(health));
});

test("a browser of a known origin may read the headers", async () => {
  const { headers } = await new Rest(server).get("/api/v1/sessions", { origin });
  expect(headers.get("access-control-allow-origin")).toBe(origin);
  const exposed = headers.get("access-control-expose-headers")?.split(", ");
  expect(exposed).toEqual(expect.arrayContaining(["X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"]));
});

test.each([
  { "x-forwarded-for": "9.9.9.9" },
  { forwarded: "for=9.9.9.9" },
  { origin },
  { "sec-fetch-site": "cross-site" },
])("metrics for whom an unknown proxy or a page of any site asks (%j) want an administrator", async (forwarding) => {
  const stranger = new Rest({ url: server.url });
  const refused = [
    await stranger.get("/metrics", forwarding as never),
    await stranger.get("/metrics", forwarding as never),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401]);
  expect(remaining(refused[0]!) - remaining(refused[1]!)).toBe(1); // once each, though no RPC saw it
  expect((await new Rest(server).get("/metrics", forwarding as never)).status).toBe(200);
  const noAdmin = await account("no-administrators", "pro");
  const forbidden = await noAdmin.get("/metrics", forwarding as never);
  expect([forbidden.status, remaining(forbidden)]).toEqual([403, 100]);
  expect(Number(forbidden.headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
  expect((await stranger.get("/metrics")).status).toBe(200);
});

test("the root leads to the documents", async () => {
  const answer = await fetch(server.url, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
});
