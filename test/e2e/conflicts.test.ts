import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The conflict check over REST, on a running server. */

let server: TestServer;
let api: Rest;

beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
  const rules = [
    ["Never deploy on Fridays.", "ops", "slack"],
    ["I prefer short replies.", "style", "chat"],
    ["Always run the tests before you deploy.", "ops", "chat"],
  ];
  for (const [content, session_id, source] of rules) {
    await api.post("/api/v1/working", { role: "user", content, session_id, source, user_id: "vera" });
  }
  await api.post("/api/v1/patterns", {
    title: "Retry failed requests",
    problem: "Requests to the billing service fail now and then.",
    solution: "Retry with exponential backoff and jitter.",
    anti_patterns: ["Retrying without a pause"],
    tags: ["Billing"],
  });
  await vi.waitUntil(async () => (await api.get("/api/v1/directives?user_id=vera")).body.total === 4, {
    timeout: 20_000,
  });
}, 60_000);
afterAll(() => server.remove());

const check = async (proposed_action: string, more: object = {}) =>
  (await api.post("/api/v1/check_conflict", { proposed_action, user_id: "vera", ...more })).body;

describe("POST /api/v1/check_conflict", () => {
  test("finds what breaks a rule, and quotes it", async () => {
    const { status, body } = await api.post("/api/v1/check_conflict", {
      proposed_action: "Deploy the new version on Friday, after the tests have run",
      user_id: "vera",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "CONFLICT",
      directive_conflicts: [
        {
          id: expect.stringMatching(/^dir_/),
          type: "NEVER",
          rule: "Never deploy on Fridays",
          priority: expect.any(Number),
          source: expect.stringMatching(/^signal:msg_/),
          similarity: expect.any(Number),
          reason: expect.stringContaining("Never deploy on Fridays"),
        },
      ],
      pattern_conflicts: [],
      warnings: expect.any(Array),
      explanation: expect.stringContaining("Never deploy on Fridays"),
    });
  });

  test("is SAFE, with nothing in its lists, where no rule is touched", async () => {
    expect(await check("Water the plants in the office")).toEqual({
      status: "SAFE",
      directive_conflicts: [],
      pattern_conflicts: [],
      warnings: [],
      explanation: "Nothing was found that goes against the action: 3 directives and 1 pattern were checked.",
    });
  });

  test("warns of what a pattern has found wrong, unless patterns are left out", async () => {
    const action = "Retry the failed billing requests without a pause";
    const found = await check(action);
    expect(found).toMatchObject({
      status: "WARNING",
      directive_conflicts: [],
      pattern_conflicts: [
        {
          id: expect.stringMatching(/^pat_/),
          title: "Retry failed requests",
          anti_pattern: "Retrying without a pause",
          similarity: expect.any(Number),
          reason: expect.stringContaining("without a pause"),
        },
      ],
    });
    expect(await check(action, { include_patterns: false })).toMatchObject({
      status: "SAFE",
      pattern_conflicts: [],
      directive_conflicts: [],
    });
  });

  test("does not heed a pattern whose conditions the action denies", async () => {
    const { body } = await api.post("/api/v1/patterns", {
      title: "Let dough rest",
      problem: "Dough tears when it is shaped.",
      solution: "Let the dough rest for an hour, then shape it.",
      works_when: ["Yeast dough"],
      anti_patterns: ["Shaping the dough straight after kneading"],
    });
    const statusOf = async (action: string) => (await check(action)).status;
    expect(await statusOf("Shape the yeast dough straight after kneading")).toBe("WARNING");
    expect(await statusOf("Shape the dough straight after kneading; there is no yeast in it")).toBe("SAFE");
    await api.delete(`/api/v1/patterns/${body.id}`);
  });

  test("holds a user to their own rules and `system`'s only", async () => {
    const friday = "Deploy on Friday, after the tests have run";
    expect((await check(friday, { user_id: "zoe" })).status).toBe("SAFE");
    expect((await check(friday, { user_id: undefined })).status).toBe("SAFE");
    expect((await check("Retry without a pause", { user_id: "zoe" })).pattern_conflicts).toHaveLength(1);
  });

  test.each([
    ["a session", "Deploy on Friday, after the tests have run", "ops", "style", "CONFLICT"],
    ["a message's source", "Deploy on Friday, after the tests have run", "slack", "chat", "CONFLICT"],
    ["a pattern's tag, whatever its case", "Retry without a pause", "BILLING", "ops", "WARNING"],
  ])("keeps to %s", async (_what, action, scope, other, status) => {
    expect((await check(action, { scope })).status).toBe(status);
    expect((await check(action, { scope: other })).status).toBe("SAFE");
    expect((await check(action, { scope: "nowhere" })).status).toBe("SAFE");
  });

  test("does not heed what was disabled or deleted", async () => {
    const action = "Send a reply with emojis";
    const said = { role: "user", content: "Never use emojis in a reply.", session_id: "s", user_id: "kim" };
    await api.post("/api/v1/working", said);
    const [{ id }] = await vi.waitFor(async () => {
      const { body } = await api.get("/api/v1/directives?user_id=kim");
      expect(body.total).toBe(2);
      return body.directives;
    }, 10_000);
    const status = async () => (await check(action, { user_id: "kim" })).status;
    expect(await status()).toBe("CONFLICT");
    await api.patch(`/api/v1/directives/${id}`, { user_id: "kim", disabled: true });
    expect(await status()).toBe("SAFE");
    await api.patch(`/api/v1/directives/${id}`, { user_id: "kim", disabled: false });
    expect(await status()).toBe("CONFLICT");
    await api.delete(`/api/v1/directives/${id}?user_id=kim`);
    expect(await status()).toBe("SAFE");
  });

  test("heeds what was said just before", async () => {
    const said = { role: "user", content: "Never call the landlord.", session_id: "s", user_id: "just" };
    await api.post("/api/v1/working", said);
    // Either the rule has been read by now, or the answer says that something has not.
    expect((await check("Call the landlord", { user_id: "just" })).status).not.toBe("SAFE");
  });

  test("is never SAFE of what is too long to be judged, and answers in time", async () => {
    const startedAt = performance.now();
    const { status, warnings } = await check("water the plants and then ".repeat(10_000).slice(0, 262_144));
    expect(status).toBe("WARNING");
    expect(warnings).toContainEqual({ message: expect.stringContaining("16384") });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  }, 30_000);

  test.each<[string, unknown, string]>([
    ["no action", {}, "proposed_action"],
    ["an empty action", { proposed_action: "" }, "proposed_action"],
    ["a blank action", { proposed_action: " \n" }, "proposed_action"],
    ["an action of 256 KiB and a byte", { proposed_action: "x".repeat(262_145) }, "proposed_action"],
    ["a number", { proposed_action: 7 }, "proposed_action"],
    ["an empty scope", { proposed_action: "x", scope: "" }, "scope"],
    ["patterns that are no flag", { proposed_action: "x", include_patterns: "yes" }, "include_patterns"],
    ["an unknown member", { proposed_action: "x", colour: "red" }, "colour"],
  ])("refuses %s", async (_what, body, field) => {
    const { status, body: answer } = await api.post("/api/v1/check_conflict", body);
    expect([status, answer.error]).toEqual([400, "invalid_argument"]);
    expect(JSON.stringify([answer.message, answer.details ?? []])).toContain(field);
  });
});
