import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { type Answer, Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** Accounts and users do random things; nobody ever sees one byte that is not theirs. */

let server: TestServer;
const keys: Record<string, string> = {};
const accounts = ["acme", "globex", "initech"];
const users = [undefined, "ana", "o'brien", "système\u0301"];

beforeAll(async () => {
  server = await startServer({ env: { CAIRN_RESIDENT_ROWS: "24", CAIRN_FLUSH_ROWS: "8", CAIRN_INDEX_ROWS: "256" } });
  for (const account of accounts) {
    const made = await cairn(["keys", "create", "--account", account, "--plan", "unlimited", "--json"], {
      CAIRN_DATA: server.data,
    });
    keys[account] = JSON.parse(made.stdout).key;
  }
});
afterAll(() => server.remove());

type Owner = { account: string; user: string | undefined };
/** Every text names its owner, so that a leak shows by itself. */
const markOf = ({ account, user }: Owner) => `owner<${account}/${user ?? "system"}>`;

/** What a reader may see: their own and the account's shared memory. */
const visibleTo = (reader: Owner) => [markOf(reader), markOf({ account: reader.account, user: undefined })];

function assertOnlyOwn(reader: Owner, answer: { status: number; body: unknown }): void {
  expect(answer.status).toBeLessThan(500);
  const marks = JSON.stringify(answer.body).match(/owner<[^>]*>/g) ?? [];
  for (const mark of marks) expect(visibleTo(reader)).toContain(mark);
}

type Action = { owner: Owner; kind: string; word: string; session: string; victim: number };
const owner: fc.Arbitrary<Owner> = fc.record({
  account: fc.constantFrom(...accounts),
  user: fc.constantFrom(...users),
});
const word = fc.constantFrom("invoice", "deploy", "holiday", "database", "password");
const action: fc.Arbitrary<Action> = fc.record({
  owner,
  kind: fc.constantFrom(
    "say",
    "say",
    "batch",
    "put",
    "search",
    "search",
    "list",
    "sessions",
    "messages",
    "get",
    "delete",
  ),
  word,
  session: fc.constantFrom("one", "two"),
  /** Points into everything ever written, by anybody. */
  victim: fc.nat(),
});

test("random actions of many owners", { timeout: 180_000 }, async () => {
  const written: { id: string }[] = [];
  let leftAlone = 0;

  const act = async ({ owner: who, kind, word, session, victim }: Action): Promise<void> => {
    const api = new Rest({ url: server.url, key: keys[who.account] });
    const user = who.user === undefined ? {} : { user_id: who.user };
    const query = who.user === undefined ? "" : `?user_id=${encodeURIComponent(who.user)}`;
    const text = `${markOf(who)} the ${word}`;
    const target = written.length > 0 ? written[victim % written.length]! : { id: "msg_none" };
    switch (kind) {
      case "say": {
        const answer = await api.post("/api/v1/working", { role: "user", content: text, session_id: session, ...user });
        written.push({ id: answer.body.id });
        return assertOnlyOwn(who, answer);
      }
      case "batch": {
        const messages = [1, 2].map((n) => ({ role: "user", content: `${text} ${n}`, session_id: session, ...user }));
        return assertOnlyOwn(who, await api.post("/api/v1/working/batch", { messages }));
      }
      case "put": {
        const answer = await api.post("/api/v1/patterns", { title: word, problem: text, solution: text, ...user });
        written.push({ id: answer.body.id });
        return assertOnlyOwn(who, answer);
      }
      case "search": {
        const answer = await api.post("/api/v1/memory/search", { query: word, limit: 100, ...user });
        written.push({ id: answer.body.retrieval_id });
        return assertOnlyOwn(who, answer);
      }
      case "list":
        return assertOnlyOwn(who, await api.get(`/api/v1/patterns${query}`));
      case "sessions":
        return assertOnlyOwn(who, await api.get(`/api/v1/sessions${query}`));
      case "messages":
        assertOnlyOwn(who, await api.get(`/api/v1/messages${query}`));
        return assertOnlyOwn(who, await api.get(`/api/v1/sessions/${session}/messages${query}`));
      case "get":
        assertOnlyOwn(who, await api.get(`/api/v1/messages/${target.id}${query}`));
        assertOnlyOwn(who, await api.get(`/api/v1/patterns/${target.id}${query}`));
        return assertOnlyOwn(who, await api.get(`/api/v1/retrievals/${target.id}`));
      case "delete": {
        const answer = await api.delete(`/api/v1/messages/${target.id}${query}`);
        if (answer.status === 404) leftAlone++;
        return assertOnlyOwn(who, answer);
      }
    }
  };

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      for (let i = 0; i < actions.length; i += 4) await Promise.all(actions.slice(i, i + 4).map(act));
    }),
    { numRuns: 25 },
  );
  expect(written.length).toBeGreaterThan(50);
  expect(leftAlone).toBeGreaterThan(0);
});

test("a key that is bound to a user acts for that user only", async () => {
  const made = await cairn(["keys", "create", "--account", "acme", "--user", "ana", "--json"], {
    CAIRN_DATA: server.data,
  });
  const bound = new Rest({ url: server.url, key: JSON.parse(made.stdout).key });
  const said = await bound.post("/api/v1/working", { role: "user", content: "bound words", session_id: "bound" });
  expect(said.status).toBe(200);
  const asAna = await new Rest({ url: server.url, key: keys["acme"]! }).get(
    `/api/v1/messages/${said.body.id}?user_id=ana`,
  );
  expect(asAna.body.user_id).toBe("ana");
  const other = await bound.post("/api/v1/working", { role: "user", content: "x", session_id: "s", user_id: "bob" });
  const shared = await bound.post("/api/v1/working", {
    role: "user",
    content: "x",
    session_id: "s",
    user_id: "system",
  });
  expect([other.status, shared.status]).toEqual([403, 403]);
});

test("who is bound to a user, or named by the header, sees of the account's users that one alone", async () => {
  const of = { CAIRN_DATA: server.data };
  const make = (...more: string[]) => cairn(["keys", "create", "--account", "listed", "--json", ...more], of);
  const api = new Rest({ url: server.url, key: JSON.parse((await make("--plan", "unlimited")).stdout).key });
  for (const user_id of ["una", "vic", "system"]) {
    await api.post("/api/v1/working", { role: "user", content: "x", session_id: "s", user_id });
  }
  const names = ({ body }: Answer) => body.users.map((each: { user_id: string }) => each.user_id);
  const whole = await api.get("/api/v1/users");
  expect(names(whole)).toEqual(["system", "una", "vic"]);
  expect(whole.body).toMatchObject({ total: 3, has_more: false });
  expect(whole.body.users[1]).toEqual({
    user_id: "una",
    session_count: 1,
    message_count: 1,
    pattern_count: 0,
    updated_at: expect.stringMatching(/Z$/),
  });
  const first = await api.get("/api/v1/users?limit=2");
  const next = await api.get(`/api/v1/users?limit=2&cursor=${first.body.next_cursor}`);
  expect([names(first), names(next)]).toEqual([["system", "una"], ["vic"]]);
  expect(names(await api.get("/api/v1/users", { "x-cairn-user": "vic" }))).toEqual(["vic"]);
  const bound = new Rest({ url: server.url, key: JSON.parse((await make("--user", "una")).stdout).key });
  expect(names(await bound.get("/api/v1/users"))).toEqual(["una"]);
  expect((await bound.get("/api/v1/users", { "x-cairn-user": "vic" })).status).toBe(403);
  const writer = new Rest({ url: server.url, key: JSON.parse((await make("--scopes", "memory:write")).stdout).key });
  expect((await writer.get("/api/v1/users")).status).toBe(403);
});

test("the header X-Cairn-User names the user of every request that names none", async () => {
  const api = new Rest({ url: server.url, key: keys["globex"]! });
  const ben = { "x-cairn-user": "ben" };
  const eve = { "x-cairn-user": "eve" };
  const words = { role: "user", content: "Always use pnpm. I live in Bergen.", session_id: "headed" };
  const said = await api.post("/api/v1/working", words, ben);
  const { body: batch } = await api.post(
    "/api/v1/working/batch",
    { messages: [words, { ...words, user_id: "ben" }] },
    ben,
  );
  const pattern = await api.post("/api/v1/patterns", { title: "t", problem: "p", solution: "s" }, ben);
  const found = await api.post("/api/v1/memory/search", { query: "pnpm" }, ben);
  const receipt = `/api/v1/retrievals/${found.body.retrieval_id}`;
  const ofBen = ["/api/v1/sessions/headed/messages", `/api/v1/messages/${said.body.id}`, receipt].concat(
    batch.ids.map((id: string) => `/api/v1/messages/${id}`),
    `/api/v1/patterns/${pattern.body.id}`,
  );
  const statuses = async (headers?: Record<string, string>) =>
    await Promise.all(ofBen.map(async (path) => (await api.get(path, headers)).status));
  expect(await statuses(ben)).toEqual(ofBen.map(() => 200));
  expect(await statuses(eve)).toEqual(ofBen.map(() => 404));
  expect((await api.get("/api/v1/directives", ben)).body.directives).not.toEqual([]);
  expect((await api.get("/api/v1/directives", eve)).body.directives).toEqual([]);
  expect(
    (await api.get("/api/v1/sessions")).body.sessions.map((s: { session_id: string }) => s.session_id),
  ).not.toContain("headed");

  const outcome = { retrieval_id: found.body.retrieval_id, success: true };
  expect((await api.post("/api/v1/outcomes", outcome, eve)).status).toBe(404);
  expect((await api.post("/api/v1/outcomes", outcome, ben)).status).toBe(200);
  // The key is the account's own, whatever user is named: it teaches what everybody shares.
  const { body: shared } = await api.post("/api/v1/patterns", { title: "Herons", problem: "p", solution: "s" });
  const { body: ofAll } = await api.post("/api/v1/memory/search", { query: "Herons", sources: ["patterns"] }, ben);
  const named = { retrieval_id: ofAll.retrieval_id, success: true, memory_ids: [shared.id] };
  expect((await api.post("/api/v1/outcomes", named, ben)).body).toMatchObject({ status: "recorded", credited: 1 });

  expect((await api.delete("/api/v1/sessions/headed", eve)).status).toBe(404);
  const other = await api.delete("/api/v1/users/ben", eve);
  expect([other.status, other.body.message]).toEqual([
    400,
    'X-Cairn-User: must be absent or the same as user_id ("ben"), got "eve"',
  ]);
  const erased = await api.delete("/api/v1/sessions/headed", ben);
  expect(erased.status).toBe(200);
  const erasure = `/api/v1/erasures/${erased.body.id}`;
  expect([(await api.get(erasure, ben)).status, (await api.get(erasure, eve)).status]).toEqual([200, 404]);
});
