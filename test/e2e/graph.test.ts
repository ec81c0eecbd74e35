import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The graph over REST, on a running server. */

let server: TestServer;
let api: Rest;

const said = [
  ["2026-01-05T10:00:00Z", "My sister Ana lives in Lisbon."],
  ["2026-02-01T10:00:00Z", "My sister has a dog named Rex."],
  ["2026-05-20T10:00:00Z", "Ana moved to Porto last month. I work at Kestrel as a baker."],
] as const;

beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
  for (const [created_at, content] of said) {
    await api.post("/api/v1/working", { role: "user", content, session_id: "s", user_id: "vera", created_at });
  }
  await api.post("/api/v1/working", {
    role: "assistant",
    content: "Ana lives in Paris.",
    session_id: "s",
    user_id: "vera",
  });
  await vi.waitUntil(async () => (await list("")).total >= 6, { timeout: 10_000 });
});
afterAll(() => server.remove());

const list = async (query: string) => (await api.get(`/api/v1/graph/entities?user_id=vera${query}`)).body;
const read = (id: string, query = "") => api.get(`/api/v1/graph/entities/${id}?user_id=vera${query}`);
const idOf = async (name: string): Promise<string> => (await list(`&q=${name}`)).entities[0].id;

describe("GET /api/v1/graph/entities", () => {
  test("lists who and what is told of, with other names", async () => {
    const { entities } = await list("&q=ANA");
    expect(entities).toEqual([
      { id: expect.stringMatching(/^ent_[0-9a-f]{26}$/), name: "Ana", aliases: ["my sister"], fact_count: 3 },
    ]);
    const all = await list("");
    expect(all.entities.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["user", "Ana", "Rex", "Kestrel", "Lisbon", "Porto"]),
    );
    expect(JSON.stringify(all)).not.toContain("Paris");
  });

  test("is paged", async () => {
    const first = await list("&limit=2");
    expect(first).toMatchObject({ has_more: true, entities: expect.objectContaining({ length: 2 }) });
    const second = await list(`&limit=200&cursor=${first.next_cursor}`);
    expect(second.entities).toHaveLength(first.total - 2);
    expect(second.has_more).toBe(false);
  });

  test.each([
    ["limit=0", "limit"],
    ["as_of=yesterday", "as_of"],
    ["cursor=x", "cursor"],
    ["q=%20", "q"],
    ["nothing=1", "nothing"],
  ])("refuses %s", async (query, field) => {
    const { status, body } = await api.get(`/api/v1/graph/entities?${query}`);
    expect([status, body.error]).toEqual([400, "invalid_argument"]);
    expect(body.details).toEqual([expect.objectContaining({ field })]);
  });
});

describe("POST /api/v1/memory/search in the layer graph", () => {
  const search = async (query: string, more: object = {}) =>
    (await api.post("/api/v1/memory/search", { query, user_id: "vera", sources: ["graph"], ...more })).body;
  const contents = (body: { results: { content: string }[] }) => body.results.map(({ content }) => content);

  test("finds one sentence a fact, with its dates and what says so", async () => {
    const { results } = await search("Where does Ana live?", { limit: 2, explain: true });
    expect(results[0]).toEqual({
      id: expect.stringMatching(/^fact_/),
      content: "Ana lives in Porto (from 2026-04)",
      source: "graph",
      similarity: expect.any(Number),
      metadata: {
        success_rate: 0,
        tags: [],
        subject: "Ana",
        predicate: "lives_in",
        object: "Porto",
        valid_from: "2026-04",
        created_at: "2026-05-20T10:00:00.000Z",
        evidence: [expect.stringMatching(/^msg_/)],
        user_id: "vera",
      },
      explanation: { bm25: expect.any(Number), context: 0, outcome: 1, recency: expect.any(Number) },
    });
    expect(results[1].content).toBe("Ana lives in Lisbon (until 2026-04)");
  });

  test.each([
    [["all"], ["graph", "signals"]],
    [
      ["graph", "all"],
      ["graph", "signals"],
    ],
    [[], ["signals"]],
    [undefined, ["signals"]],
  ])("with the sources %j finds %j", async (sources, expected) => {
    const { results } = await search("Ana Porto", { sources });
    const found = new Set<string>(results.map(({ source }: { source: string }) => source));
    expect([...found].toSorted()).toEqual(expected);
  });

  test("finds somebody by another name", async () => {
    expect(contents(await search("my sister's pet"))[0]).toBe("Ana has the pet Rex");
  });

  test("finds nothing without a word in common, of others, or in a session", async () => {
    expect(contents(await search("quantum chromodynamics"))).toEqual([]);
    expect(contents(await search("Ana", { user_id: "zoe" }))).toEqual([]);
    expect(contents(await search("Ana", { session_id: "s" }))).toEqual([]);
    expect(contents(await search("Ana", { until: "2026-01-01" }))).toEqual([]);
  });

  test("finds messages and facts together where both are named, and leaves a receipt", async () => {
    const body = await search("Ana Porto", { sources: ["graph", "signals"] });
    const sources = body.results.map(({ source }: { source: string }) => source);
    expect(new Set(sources)).toEqual(new Set(["graph", "signals"]));
    const similarities = body.results.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((one: number, other: number) => other - one));
    const receipt = await api.get(`/api/v1/retrievals/${body.retrieval_id}`);
    expect(receipt.body.results.map(({ source }: { source: string }) => source)).toEqual(sources);
  });
});

describe("GET /api/v1/graph/entities/{id}", () => {
  test("tells what holds, and all that did", async () => {
    const { body } = await read(await idOf("ana"));
    const sentences = (facts: { sentence: string }[]) => facts.map(({ sentence }) => sentence);
    expect(sentences(body.facts)).toEqual([
      "Ana is a sibling of the user",
      "Ana has the pet Rex",
      "Ana lives in Porto (from 2026-04)",
    ]);
    expect(sentences(body.timeline)).toEqual([
      "Ana is a sibling of the user",
      "Ana lives in Lisbon (until 2026-04)",
      "Ana has the pet Rex",
      "Ana lives in Porto (from 2026-04)",
    ]);
    const porto = body.facts.at(-1);
    expect(porto).toEqual({
      id: expect.stringMatching(/^fact_[0-9a-f]{26}$/),
      subject: "Ana",
      subject_id: await idOf("ana"),
      predicate: "lives_in",
      object: "Porto",
      object_id: await idOf("porto"),
      valid_from: "2026-04",
      sentence: "Ana lives in Porto (from 2026-04)",
      evidence: [expect.stringMatching(/^msg_/)],
      said_at: "2026-05-20T10:00:00.000Z",
    });
  });

  test("tells what held on a day", async () => {
    const { body } = await read(await idOf("ana"), "&as_of=2026-02-15");
    const places = (facts: { predicate: string; object: string }[]) =>
      facts.filter(({ predicate }) => predicate === "lives_in").map(({ object }) => object);
    expect(places(body.facts)).toEqual(["Lisbon"]);
    expect(places(body.timeline)).toEqual(["Lisbon"]);
  });

  test("is a 404 for others: another user, another id", async () => {
    const id = await idOf("ana");
    expect((await api.get(`/api/v1/graph/entities/${id}?user_id=zoe`)).status).toBe(404);
    expect((await read("ent_0")).status).toBe(404);
  });

  test("a deleted message takes its facts along at once", async () => {
    const id = await idOf("rex");
    const { body } = await read(id);
    await api.delete(`/api/v1/messages/${body.facts[0].evidence[0]}?user_id=vera`);
    expect((await read(id)).status).toBe(404);
  });
});

test("what was said before a crash is read after it, once", async () => {
  const first = await startServer();
  const said = (at: number) => ({ role: "user", content: `I own a Volvo ${at}.`, session_id: "s", user_id: "vera" });
  const messages = Array.from({ length: 500 }, (_, at) => said(at));
  const { status } = await new Rest(first).post("/api/v1/working/batch", { messages });
  await first.stop("SIGKILL");
  const second = await startServer({ data: first.data });
  try {
    const again = new Rest({ url: second.url, key: first.key });
    const read = async () => (await again.get("/api/v1/graph/entities?user_id=vera&q=user")).body.entities[0];
    await vi.waitUntil(async () => (await read())?.fact_count >= 500, { timeout: 20_000, interval: 200 });
    expect([status, (await read()).fact_count]).toEqual([200, 500]);
  } finally {
    await second.remove();
    await first.remove();
  }
}, 60_000);
