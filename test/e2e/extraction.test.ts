import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { whole } from "../gateway/support/answers.ts";
import { providersAt } from "../gateway/support/gateway.ts";
import { json, Upstream } from "../gateway/support/upstream.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** A server with a model that finds rules. */

let upstream: Upstream;
let first: TestServer;
let server: TestServer;
let api: Rest;

const env = () => ({ ...providersAt(upstream), CAIRN_EXTRACTOR_MODEL: "claude-haiku-4-5" });

beforeAll(async () => {
  upstream = await Upstream.start();
  server = first = await startServer({ env: env() });
  api = new Rest(server);
}, 60_000);
afterAll(async () => {
  await server.stop();
  // The data folder is the first one's.
  await first.remove();
  await upstream.close();
});

const say = (content: string) =>
  api.post("/api/v1/working", { role: "user", content, session_id: "s", user_id: "ana" });
const rules = async (): Promise<string[]> =>
  (await api.post("/api/v1/directives", { user_id: "ana" })).body.directives.map((each: { rule: string }) => each.rule);
const told = (...expected: string[]) =>
  vi.waitFor(async () => expect((await rules()).toSorted()).toEqual(expected), { timeout: 40_000 });

test("it adds to what the readers find, holds nothing up, and is not asked again by the next process", async () => {
  upstream.always(json(503, { error: { message: "overloaded" } }));
  await say("Never use tabs. Our last release notes had seven emojis.");
  await told("Never use tabs");

  const found = JSON.stringify({ rules: [{ type: "AVOID", rule: "Avoid emojis in release notes" }] });
  upstream.always(whole.anthropic({ text: found }));
  await say("Those of June had emojis in them, too: the release notes, I find.");
  await told("Avoid emojis in release notes", "Never use tabs");
  const { body } = await api.post("/api/v1/check_conflict", {
    user_id: "ana",
    proposed_action: "Put emojis in the release notes",
  });
  expect(body.status).not.toBe("SAFE");
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
    /cairn_extraction_messages_total\{outcome="answered"\} [1-9]/u,
  );

  await server.stop();
  server = await startServer({ data: first.data, env: env() });
  api = new Rest(server);
  const times = upstream.received.length;
  await told("Avoid emojis in release notes", "Never use tabs");
  await say("Never use spaces.");
  await vi.waitFor(() => expect(upstream.last.body.toString()).toContain("Never use spaces"), { timeout: 40_000 });
  const later = upstream.received.slice(times).filter(({ body }) => body.includes("I find"));
  expect(later).toEqual([]);
}, 240_000);
