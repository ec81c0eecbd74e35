import { expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { call, fault, type Members } from "./clients.ts";

const slow = 30_000;

/** What a client sees of MCP: the same in every era, over every transport. */
export function describesMemory(connected: () => Client): void {
  test("tells its tools, resources and prompt", async () => {
    const client = connected();
    expect(client.getServerVersion()).toMatchObject({ name: "cairn" });
    expect(client.getInstructions()).toContain("search");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search",
      "remember",
      "forge",
      "directives",
      "check_conflict",
      "outcome",
      "forget",
      "graph",
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "cairn://patterns/{id}",
      "cairn://sessions/{session_id}",
    ]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["directives"]);
  });

  test(
    "what is remembered is found, credited and forgotten",
    async () => {
      const client = connected();
      const content = "The staging database moved to Frankfurt.";
      const { id, session_id } = await call(client, "remember", { content, session_id: "moves" });
      expect({ id, session_id }).toEqual({ id: expect.stringMatching(/^msg_/u), session_id: "moves" });
      const { retrieval_id, results } = await call(client, "search", {
        query: "where is the staging database?",
        limit: 3,
      });
      expect(results[0]).toMatchObject({
        id,
        content,
        source: "signals",
        metadata: { role: "assistant", source: "mcp" },
      });
      const reported = { retrieval_id, success: true, memory_ids: [id] };
      expect(await call(client, "outcome", reported)).toMatchObject({ status: "recorded", success: true });
      expect(await call(client, "outcome", reported)).toMatchObject({ status: "unchanged" });
      expect(await call(client, "forget", { id })).toMatchObject({
        forgotten: id,
        erasure: { counts: { messages: 1 } },
      });
      const after = await call(client, "search", { query: "where is the staging database?" });
      expect(after["results"].map((each: { id: string }) => each.id)).not.toContain(id);
      expect(await fault(client, "forget", { id })).toMatch(/^not_found: .*\nUse `search` to find the right id/u);
    },
    slow,
  );

  test(
    "notes without a session are the day's, and a session is forgotten whole",
    async () => {
      const client = connected();
      const { session_id } = await call(client, "remember", { content: "A note." });
      expect(session_id).toMatch(/^mcp-\d{4}-\d{2}-\d{2}$/u);
      await call(client, "remember", { content: "One.", session_id: "a/b ü" });
      await call(client, "remember", { content: "Two.", session_id: "a/b ü", role: "user" });
      expect(await readJson(client, "cairn://sessions/a%2Fb%20%C3%BC")).toMatchObject({
        total: 2,
        messages: [
          { role: "assistant", content: "One." },
          { role: "user", content: "Two." },
        ],
      });
      const both = await fault(client, "forget", { id: "msg_1", session_id: "a/b ü" });
      expect(both).toMatch(/^invalid_argument: id: must be given if session_id is not, and only then/u);
      const { erasure } = await call(client, "forget", { session_id: "a/b ü" });
      expect(erasure.counts).toMatchObject({ messages: 2, sessions: 1 });
      await expect(client.readResource({ uri: "cairn://sessions/a%2Fb%20%C3%BC" })).rejects.toThrow(/not found/iu);
    },
    slow,
  );

  test(
    "a pattern is forged, listed, read and forgotten",
    async () => {
      const client = connected();
      const pattern = {
        title: "Retry with jitter",
        problem: "Clients retry at once.",
        solution: "Wait at random.",
        tags: ["http"],
      };
      const forged = await call(client, "forge", pattern);
      expect(forged).toMatchObject({ status: "created", version: 1, similar: [] });
      expect(await call(client, "forge", { ...pattern, tags: ["net"] })).toMatchObject({
        id: forged["id"],
        version: 2,
      });
      const uri = `cairn://patterns/${forged["id"]}`;
      const { resources } = await client.listResources();
      expect(resources).toContainEqual(
        expect.objectContaining({ uri, name: pattern.title, mimeType: "application/json" }),
      );
      expect(await readJson(client, uri)).toMatchObject({ ...pattern, tags: ["net"], version: 2 });
      await call(client, "forget", { id: forged["id"] });
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/iu);
    },
    slow,
  );

  test(
    "rules of the user bind, an action is held against them, and they load as a prompt",
    async () => {
      const client = connected();
      await call(client, "remember", { content: "Never deploy on Fridays.", role: "user" });
      const { directives } = await until(client, "directives", {}, (found) => found["directives"].length > 0);
      expect(directives).toContainEqual(
        expect.objectContaining({ type: "NEVER", rule: expect.stringContaining("Friday") }),
      );
      const checked = await call(client, "check_conflict", { proposed_action: "Deploy the service on Friday evening" });
      expect(checked).toMatchObject({ status: "CONFLICT" });
      expect(checked["directive_conflicts"][0].rule).toContain("Friday");
      const { messages } = await client.getPrompt({ name: "directives" });
      expect(messages).toEqual([{ role: "user", content: { type: "text", text: expect.stringContaining("NEVER: ") } }]);
      const { id } = directives.find(({ rule }: { rule: string }) => rule.includes("Friday"));
      expect(await call(client, "forget", { id })).toEqual({ forgotten: id });
    },
    slow,
  );

  test(
    "facts are looked up by name and by id",
    async () => {
      const client = connected();
      await call(client, "remember", { content: "My sister Ana lives in Lisbon.", role: "user" });
      const found = await until(client, "graph", { q: "ana" }, (found) => found["facts"].length > 0);
      expect(found["entities"][0]).toMatchObject({ name: "Ana" });
      expect(found["facts"]).toContainEqual(expect.objectContaining({ sentence: expect.stringContaining("Lisbon") }));
      const [{ id }] = found["entities"];
      expect(await call(client, "graph", { q: id })).toMatchObject({
        entities: [{ id, name: "Ana" }],
        facts: found["facts"],
      });
      expect((await call(client, "graph"))["entities"].length).toBeGreaterThan(0);
      expect(await call(client, "graph", { q: "nobody of that name" })).toEqual({ entities: [], facts: [] });
    },
    slow,
  );

  test(
    "null is as good as absent, and so is an empty text where one may be absent",
    async () => {
      const client = connected();
      const empty = await call(client, "remember", { content: "An empty note.", role: "", session_id: "" });
      expect(empty["session_id"]).toMatch(/^mcp-\d{4}-\d\d-\d\d$/u);
      expect((await call(client, "search", { query: "note", since: "", session_id: "" }))["results"]).not.toEqual([]);
      expect((await call(client, "graph", { q: "", as_of: "" }))["facts"]).toEqual([]);
      expect(await call(client, "forget", { id: empty["id"], session_id: "" })).toMatchObject({
        forgotten: empty["id"],
      });
      expect(await fault(client, "remember", { content: "" })).toContain("content");
      const noted = await call(client, "remember", { content: "A null note.", role: null, session_id: null });
      expect(noted["session_id"]).toMatch(/^mcp-\d{4}-\d\d-\d\d$/u);
      expect((await call(client, "graph", { q: null, as_of: null }))["facts"]).toEqual([]);
      expect(await call(client, "forget", { id: noted["id"], session_id: null })).toMatchObject({
        forgotten: noted["id"],
      });
      expect(await fault(client, "remember", { content: null })).toContain("content");
      expect(await fault(client, "remember", { content: "x", source: null })).toContain("source: unknown member");
    },
    slow,
  );

  test(
    "what is no text is taken from one, and a list from its item",
    async () => {
      const client = connected();
      const { id } = await call(client, "remember", { content: "Written as text." });
      const found = await call(client, "search", { query: "written as text", limit: "1", sources: "signals" });
      expect(found["results"]).toEqual([expect.objectContaining({ id })]);
      const { retrieval_id } = await call(client, "search", { query: "written as text", sources: '["signals"]' });
      const reported = { retrieval_id, success: "false", memory_ids: id };
      expect(await call(client, "outcome", reported)).toMatchObject({ success: false, credited: 1 });
      expect(await fault(client, "search", { query: "x", limit: "many" })).toContain("limit: must be an integer");
      expect(await fault(client, "search", { query: "x", sources: "web" })).toContain("sources[0]: must be one of");
      expect(await fault(client, "outcome", { retrieval_id, success: "1" })).toContain(
        "success: must be true or false",
      );
    },
    slow,
  );

  test(
    "what is wrong is told so that a model can correct it",
    async () => {
      const client = connected();
      expect(await fault(client, "search", { querry: "x" })).toContain("querry: unknown member; allowed: query, limit");
      expect(await fault(client, "search", { query: " ", limit: 0 })).toMatch(
        /^invalid_argument: query: must not be blank.*\n- limit: must be from 1 to 100, but is 0\nCorrect the argument/u,
      );
      expect(await fault(client, "search", { query: "x", user_id: "somebody" })).toContain("user_id: unknown member");
      expect(await fault(client, "remember", { content: "x", role: "system" })).toContain("role: must be one of");
      expect(await fault(client, "remember", { content: 7 })).toContain(
        "content: must be a string of valid Unicode, got 7",
      );
      expect(await fault(client, "forge", { title: "t" })).toMatch(/^invalid_argument: problem: .*\n- solution: /u);
      expect(await fault(client, "outcome", { retrieval_id: "ret_none", success: true })).toMatch(/^not_found: /u);
      expect(await fault(client, "outcome", { retrieval_id: "ret_none" })).toContain("success");
      const unnamed = await fault(client, "outcome", { success: true });
      expect(unnamed).toContain("retrieval_id: must be at least 1 character, but is empty or missing");
      expect(unnamed).not.toContain("application_id");
      expect(await fault(client, "forget", {})).toContain("must be given if session_id is not, and only then");
      expect(await fault(client, "forget", { id: "usr_1" })).toContain("must begin with msg_, pat_ or dir_");
      expect(await fault(client, "forget", { id: "fact_1" })).toContain(
        "to forget a fact, forget the messages of its evidence",
      );
      expect(await fault(client, "forget", { id: ["msg_1", "msg_2"] })).toContain("id: must be one id, a string");
      expect(await fault(client, "forget", { user_id: "ana" })).toContain(
        "user_id: unknown member; allowed: id, session_id",
      );
      expect(await fault(client, "graph", { q: "ent_none" })).toMatch(/^not_found: /u);
      expect(await fault(client, "graph", { as_of: "someday" })).toContain("as_of");
      expect(await fault(client, "graph", { q: 7 })).toContain("q: must be a string");
      expect(await fault(client, "remember", { content: "x", source: "me" })).toContain("source: unknown member");
      expect(await fault(client, "check_conflict", {})).toContain("proposed_action: must not be blank");
      expect(await fault(client, "check_conflict", { proposed_action: "x", scope: "work" })).toContain(
        "scope: unknown member; allowed: proposed_action",
      );
      expect(await fault(client, "directives", { window_hours: 9_000 })).toContain(
        "window_hours: must be from 1 to 8760",
      );
      expect(await fault(client, "search", { query: "" })).toMatch(/\(request \S+\)$/u);
    },
    slow,
  );

  test("what is not there is refused", async () => {
    const client = connected();
    await expect(client.callTool({ name: "delete_everything", arguments: {} })).rejects.toThrow(
      "the tools are search, remember",
    );
    await expect(client.getPrompt({ name: "other" })).rejects.toThrow("the only prompt is directives");
    await expect(client.readResource({ uri: "cairn://users/ana" })).rejects.toThrow(/not found/iu);
    await expect(client.readResource({ uri: "cairn://sessions/%zz" })).rejects.toThrow(/not found/iu);
    await expect(client.readResource({ uri: "cairn://patterns/pat_none" })).rejects.toThrow(/not found/iu);
    await expect(client.listResources({ cursor: "users:1" })).rejects.toThrow(
      "must be a cursor that this list returned",
    );
    await expect(client.listResources({ cursor: "patterns:1" })).rejects.toThrow("cursor");
  });

  test.each([
    ["prompts/get", "name"],
    ["resources/read", "uri"],
    ["tools/call", "name"],
    ["tools/list", "cursor"],
    ["resources/list", "cursor"],
    ["resources/templates/list", "cursor"],
    ["prompts/list", "cursor"],
  ])("%s whose %s is no text is its client's error", async (method, member) => {
    const answer = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } as const;
    const asked = connected().request({ method, params: { [member]: 5 } }, answer);
    const message = expect.stringMatching(new RegExp(`Invalid .*${method}[^]*${member}`, "u"));
    await expect(asked).rejects.toMatchObject({ code: -32602, message });
  });
}

/** Rules and facts are read behind the write. */
async function until(client: Client, name: string, args: object, good: (found: Members) => boolean) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await call(client, name, { ...args });
    if (good(found) || Date.now() > deadline) return found;
    await new Promise((later) => setTimeout(later, 50));
  }
}

async function readJson(client: Client, uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  return contents.map((each) => ("text" in each ? (JSON.parse(each.text) as unknown) : undefined))[0];
}
