import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** What helped rises, what failed sinks: over REST and gRPC, on a running server. */

let server: TestServer;
let api: Rest;
beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
});
afterAll(() => server.remove());

const query = "how do I restart the ingest worker";
const body = (name: string) => ({
  title: `Restarting the ingest worker, ${name}`,
  problem: "The ingest worker hangs and must be restarted.",
  solution: "Drain its queue, then restart the ingest worker.",
});

async function put(name: string): Promise<string> {
  const { body: put } = await api.post("/api/v1/patterns", body(name));
  return put.id;
}

async function search(more: object = {}) {
  const answer = await api.post("/api/v1/memory/search", { query, sources: ["patterns"], ...more });
  return answer.body as { retrieval_id: string; results: { id: string; metadata: Record<string, unknown> }[] };
}

describe("outcomes", () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    [first, second] = [await put("one way"), await put("another way")];
  });

  test("POST records one at once, under both names of a retrieval; the last one counts", async () => {
    const { retrieval_id } = await search();
    const recorded = await api.post("/api/v1/outcomes", { retrieval_id, success: true, memory_ids: [first] });
    expect(recorded).toMatchObject({
      status: 200,
      body: { retrieval_id, success: true, status: "recorded", credited: 1, message: expect.any(String) },
    });
    const other = { applicationId: retrieval_id, success: false, memoryIds: [first], note: "it hung again" };
    expect((await api.post("/api/v1/outcomes", other)).body).toMatchObject({ retrieval_id, status: "replaced" });
    expect((await api.post("/api/v1/outcomes", other)).body).toMatchObject({ status: "unchanged" });
    const { body } = await api.get(`/api/v1/patterns/${first}`);
    expect(body).toMatchObject({ applications: 1, success_rate: 0, quarantined: false });
    expect(body.confidence).toBeCloseTo(1 / 3);
  });

  test("the order changes, the numbers are the same everywhere, and explain says why", async () => {
    for (let at = 0; at < 3; at++) {
      const { retrieval_id } = await search();
      await api.post("/api/v1/outcomes", { retrieval_id, success: true, memory_ids: [second] });
    }
    const { results } = await search({ explain: true });
    expect(results[0]).toMatchObject({ id: second, metadata: { success_rate: 1, quarantined: false } });
    const explained = results as unknown as { id: string; explanation: { outcome: number } }[];
    expect(explained[0]!.explanation.outcome).toBeCloseTo(1 + 0.2 * (4 / 5 - 0.5));
    expect(explained.find(({ id }) => id === first)!.explanation.outcome).toBeCloseTo(1 + 0.2 * (1 / 3 - 0.5));
    const listed = (await api.get("/api/v1/patterns")).body.patterns.find(({ id }: { id: string }) => id === second);
    expect(listed).toMatchObject({ applications: 3, success_rate: 1 });
    expect(listed.confidence).toBeCloseTo(results[0]!.metadata["confidence"] as number, 6);
    const forged = await api.post("/api/v1/forge", body("another way"));
    expect(forged.body).toMatchObject({ id: second, status: "unchanged", confidence: expect.closeTo(4 / 5) });
  });

  test("what is wrong is said, by member", async () => {
    const { retrieval_id } = await search();
    const stranger = await put("a third way, later");
    const answers = [
      [{ retrieval_id: "ret_none", success: true }, 404, /ret_none/],
      [{ success: true }, 400, /retrieval_id/],
      [{ retrieval_id }, 400, /success/],
      [{ retrieval_id, success: "yes" }, 400, /success/],
      [{ retrieval_id, applicationId: "ret_other", success: true }, 400, /"field":"application_id"/],
      [{ retrieval_id, success: true, memory_ids: [stranger] }, 400, /memory_ids/],
      [{ retrieval_id, success: true, note: "x".repeat(2_001) }, 400, /note/],
      [{ retrieval_id, success: true, memory_ids: Array.from({ length: 101 }, () => first) }, 400, /memory_ids/],
      [{ retrieval_id, success: true, stars: 5 }, 400, /stars/],
    ] as const;
    for (const [request, status, text] of answers) {
      const answer = await api.post("/api/v1/outcomes", request);
      expect([request, answer.status]).toEqual([request, status]);
      expect(JSON.stringify(answer.body)).toMatch(text);
    }
    await api.delete(`/api/v1/patterns/${stranger}`);
  });

  test("somebody else's retrieval is not found", async () => {
    const { retrieval_id } = await search({ user_id: "ann" });
    const { body: key } = await api.post("/api/v1/keys", {
      name: "bob's",
      scopes: ["memory:read", "memory:write"],
      user_id: "bob",
    });
    const bob = new Rest(server, key.secret);
    const answer = await bob.post("/api/v1/outcomes", { retrieval_id, success: true });
    expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
  });

  test("a key of one user changes nothing for everybody: neither rules nor checks", async () => {
    const { body: shared } = await api.post("/api/v1/patterns", {
      title: "Baking sourdough",
      problem: "How is sourdough bread baked?",
      solution: "Let the dough rest in the fridge for a night.",
      anti_patterns: ["Shaping the dough straight after kneading"],
    });
    const { body: key } = await api.post("/api/v1/keys", {
      name: "bob's own",
      scopes: ["memory:read", "memory:write"],
      user_id: "bob",
    });
    const bob = new Rest(server, key.secret);
    const everybodys = async () => ({
      rules: (await api.get("/api/v1/directives")).body.directives.map(
        ({ type, rule }: Record<"type" | "rule", string>) => `${type} ${rule}`,
      ),
      check: (await api.post("/api/v1/check_conflict", { proposed_action: "Shape the dough straight after kneading" }))
        .body.status,
      pattern: (await api.get(`/api/v1/patterns/${shared.id}`)).body,
    });
    const before = await everybodys();
    expect(before).toMatchObject({ check: "WARNING", pattern: { applications: 0 } });
    expect(before.rules).toContainEqual(expect.stringMatching(/^AVOID .*kneading/u));
    for (const success of [false, true]) {
      for (let at = 0; at < 5; at++) {
        const found = await bob.post("/api/v1/memory/search", {
          query: "How is sourdough baked?",
          sources: ["patterns"],
        });
        const outcome = { retrieval_id: found.body.retrieval_id, success };
        expect(found.body.results[0].id).toBe(shared.id);
        expect(await bob.post("/api/v1/outcomes", { ...outcome, memory_ids: [shared.id] })).toMatchObject({
          status: 403,
          body: {
            error: "permission_denied",
            message: expect.stringContaining('this key may act only for the user "bob"'),
          },
        });
        const stored = await bob.post("/api/v1/outcomes", outcome);
        expect(stored).toMatchObject({ status: 200, body: { status: "recorded", credited: 0 } });
      }
    }
    expect(await everybodys()).toEqual(before);
    await api.delete(`/api/v1/patterns/${shared.id}`);
  });

  test("an idempotency key gives the first answer again", async () => {
    const { retrieval_id } = await search();
    const headers = { "idempotency-key": "outcome 1" };
    const outcome = { retrieval_id, success: true };
    const once = await api.post("/api/v1/outcomes", outcome, headers);
    const again = await api.post("/api/v1/outcomes", outcome, headers);
    expect(again.body).toEqual(once.body);
    const other = await api.post("/api/v1/outcomes", { retrieval_id, success: false }, headers);
    expect(other.status).toBe(409);
  });

  test("one about facts is kept, and says that it counts for no memory", async () => {
    await api.post("/api/v1/working", { role: "user", content: "My sister Ana lives in Porto.", session_id: "s" });
    const facts = { query: "where does Ana live", sources: ["graph"] };
    const found = await vi.waitFor(
      async () => {
        const answer = await search(facts);
        expect(answer.results).not.toEqual([]);
        return answer;
      },
      { timeout: 10_000, interval: 100 },
    );
    const { retrieval_id, results } = found;
    const { body } = await api.post("/api/v1/outcomes", { retrieval_id, success: true, memory_ids: [results[0]!.id] });
    expect(body).toMatchObject({
      status: "recorded",
      credited: 0,
      message: expect.stringContaining("it changes no memory's record"),
    });
  });

  test("a pattern that keeps failing is left out, until it is asked for", async () => {
    const id = await put("the wrong way");
    for (let at = 0; at < 6; at++) {
      const { retrieval_id } = await search({ include_quarantined: true });
      await api.post("/api/v1/outcomes", { retrieval_id, success: false, memory_ids: [id] });
    }
    const ids = async (more: object) => (await search(more)).results.map((result) => result.id);
    expect(await ids({})).not.toContain(id);
    expect(await ids({ include_quarantined: true })).toContain(id);
    expect((await api.get(`/api/v1/patterns/${id}`)).body).toMatchObject({ quarantined: true, applications: 6 });
  });
});

test("merge answers with the pattern that remains; the others are gone", async () => {
  const [target, other] = [await put("to keep"), await put("to merge")];
  const merged = await api.post(`/api/v1/patterns/${target}/merge`, { from: [other] });
  expect(merged).toMatchObject({ status: 200, body: { pattern: { id: target }, merged: [other] } });
  expect((await api.get(`/api/v1/patterns/${other}`)).status).toBe(404);
  const again = await api.post(`/api/v1/patterns/${target}/merge`, { from: [other] });
  expect(again).toMatchObject({ status: 200, body: merged.body });
  for (const [from, status] of [
    [[], 400],
    [[target], 400],
    [["pat_none"], 404],
  ] as const) {
    expect((await api.post(`/api/v1/patterns/${target}/merge`, { from })).status).toBe(status);
  }
  expect((await api.post("/api/v1/patterns/pat_none/merge", { from: [target] })).status).toBe(404);
});

test("the same over gRPC", async () => {
  const transport = createGrpcTransport({ baseUrl: server.url });
  const headers = { authorization: `Bearer ${server.key}` };
  const memory = createClient(MemoryService, transport);
  const patterns = createClient(PatternsService, transport);
  const [target, other] = [await put("by gRPC"), await put("by gRPC, too")];
  const { retrievalId, results } = await memory.search({ query, sources: ["patterns"] }, { headers });
  const outcome = { applicationId: retrievalId, success: true, memoryIds: [results[0]!.id] };
  expect(await memory.recordOutcome(outcome, { headers })).toMatchObject({ retrievalId, status: "recorded" });
  expect(await patterns.mergePattern({ id: target, from: [other] }, { headers })).toMatchObject({
    merged: [other],
    pattern: { id: target },
  });
});
