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
  await vi.waitFor(async () => expect((await list("")).total).toBeGreaterThanOrEqual(6), { timeout: 10_000 });
});
afterAll(() => server.remove());

const list = async (query: string) => (await api.get(`/api/v1/graph/entities?user_id=vera${query}`)).body;
const read = (id: string, query = "") => api.get(`/api/v1/graph/entities/${id}?user_id=vera${query}`);
const idOf = async (name: string): Promise<string> => (await list(`&q=${name}`)).entities[0].id;

describe("GET /api/v1/graph/entities", () => {
  test("lists who and what is told of, with other names", async () => {
    const { entities } = await list("&q=ANA");
    expect(entities).toEqual([
      { id: expect.stringMatching(/^ent_[0-9a-f]{26}$/), name: "Ana", aliases: ["My sister"], fact_count: 3 },
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
