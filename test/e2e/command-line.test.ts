import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The commands, beside a running server, as an operator uses them. */

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), "cairn-cli-"));
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => cairn(args, { CAIRN_DATA: server.data });

test("without a terminal the first key is in a file that only its owner reads", () => {
  expect(server.key).toMatch(/^ck_[^_]+_\S+$/);
  expect(statSync(join(server.data, "first-key")).mode & 0o777).toBe(0o600);
  expect(statSync(server.data).mode & 0o777).toBe(0o700);
  expect(server.output()).not.toContain(server.key);
});

test("the key of a first start that could not listen is told by the next", async () => {
  const data = join(folder, "taken");
  const { code, stderr } = await cairn(["serve"], { CAIRN_DATA: data, CAIRN_PORT: String(server.port) });
  expect([code, stderr]).toEqual([1, expect.stringContaining("another program is listening there")]);
  const next = await startServer({ data });
  try {
    expect(next.output()).toContain(`the first key is in ${join(data, "first-key")}`);
  } finally {
    await next.remove();
  }
});

test.each([["--help"], ["serve", "--help"], ["keys", "create", "--help"], ["import", "--help"], ["verify", "--help"]])(
  "%s %s explains itself",
  async (...args) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: cairn");
  },
);

test("wrong use ends with 2 and says what is allowed", async () => {
  const noSuch = await run("dance");
  const badPlan = await run("keys", "create", "--account", "a", "--plan", "gold");
  expect([noSuch.code, badPlan.code]).toEqual([2, 2]);
  expect(badPlan.stderr).toContain("unlimited");
});

test("a bad setting is an error at start that says what is allowed", async () => {
  const { code, stderr } = await cairn(["serve"], {
    CAIRN_DATA: join(folder, "never"),
    CAIRN_PORT: "seven",
    CAIRN_LOGG: "x",
  });
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/CAIRN_PORT.*seven/);
  expect(stderr).toMatch(/CAIRN_LOGG.*CAIRN_LOG/);
});

test.each([["/proc/cairn"], [join(folder, "a-file")], [join(folder, "a-file", "below")]])(
  "a data folder that cannot be made is an error that names it: %s",
  async (data) => {
    writeFileSync(join(folder, "a-file"), "");
    const { code, stderr } = await cairn(["serve"], { CAIRN_DATA: data, CAIRN_PORT: "0" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*CAIRN_DATA/);
    expect(stderr).toContain(data);
  },
);

test("a database that is none is named", async () => {
  const data = mkdtempSync(join(folder, "none-"));
  writeFileSync(join(data, "cairn.db"), "this is no database, whatever its name says");
  const { code, stderr } = await cairn(["keys", "list", "--account", "a"], { CAIRN_DATA: data });
  expect(code).toBe(1);
  expect(stderr).toContain(join(data, "cairn.db"));
  expect(stderr).toContain("not a database");
});

test.each([
  ["keys", "list", "--account", "a"],
  ["export", join(folder, "nothing.jsonl"), "--account", "a"],
  ["backup", join(folder, "nothing")],
  ["verify"],
  ["repair"],
])("%s makes no data folder where there is none", async (...args) => {
  const data = join(folder, "mistyped");
  const { code, stderr } = await cairn(args, { CAIRN_DATA: data });
  expect(code).toBe(1);
  expect(stderr).toContain(data);
  expect(existsSync(data)).toBe(false);
});

test("a file that cannot be read or written is an error of one line", async () => {
  const read = await run("import", join(folder, "no-such-file"), "--account", "nobody");
  const written = await run("export", join(folder, "no-such-folder", "file"), "--account", "default");
  for (const { code, stderr } of [read, written]) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: ENOENT.*no-such.*\n$/);
  }
  expect((await run("keys", "list", "--account", "nobody")).code).toBe(1);
});

test("keys are made, listed, edited, rotated and revoked", async () => {
  const made = JSON.parse((await run("keys", "create", "--account", "team", "--plan", "team", "--json")).stdout);
  expect(made).toMatchObject({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^ck_/), plan: "team" });
  await run("keys", "edit", made.id, "--models", "claude-*", "--usd-budget", "2");
  const edit = ["keys", "edit", made.id, "--token-budget", "50", "--clear", "models", "usd-budget", "--json"];
  const edited = { id: made.id, models: [], monthly_token_budget: 50, monthly_budget_usd: null };
  expect(JSON.parse((await run(...edit)).stdout)).toMatchObject(edited);
  expect(await run("keys", "edit", made.id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("must be changed in at least one member"),
  });
  const rotated = JSON.parse((await run("keys", "rotate", made.id, "--overlap", "0s", "--json")).stdout);
  expect(rotated.key).not.toBe(made.key);
  expect((await new Rest({ url: server.url, key: rotated.key }).get("/api/v1/sessions")).status).toBe(200);
  expect((await new Rest({ url: server.url, key: made.key }).get("/api/v1/sessions")).status).toBe(401);
  const listed = JSON.parse((await run("keys", "list", "--account", "team", "--json")).stdout);
  expect(
    JSON.parse((await run("keys", "list", "--account", "team", "--user", "nobody", "--json")).stdout).keys,
  ).toEqual([]);
  expect(listed.keys).toHaveLength(2);
  expect(JSON.stringify(listed)).not.toContain(rotated.key);
});

test("what is exported can be imported, and is the same again", async () => {
  const api = new Rest(server);
  await api.post("/api/v1/working", {
    role: "user",
    content: "Straße, naïve, 日本語 🙂",
    session_id: "s",
    user_id: "ana",
    created_at: "2024-02-29T12:00:00.123Z",
    metadata: { nested: { list: [1, null, "x"] } },
  });
  await api.post("/api/v1/patterns", { title: "One", problem: "p", solution: "first" });
  await api.post("/api/v1/patterns", { title: "One", problem: "p", solution: "second", tags: ["T"] });
  const [first, second] = [join(folder, "first.jsonl"), join(folder, "second.jsonl")];
  expect((await run("export", first, "--account", "default")).code).toBe(0);
  expect((await run("import", first, "--account", "copy")).code).toBe(0);
  expect((await run("export", second, "--account", "copy")).code).toBe(0);
  const content = (path: string) => readFileSync(path, "utf8").trim().split("\n").sort();
  expect(content(first).length).toBeGreaterThanOrEqual(2);
  expect(content(second)).toEqual(content(first));
});

type Line = { id: string; user_id: string; credits?: { id: string }[] };

test(
  "what is one user's own is exported alone, can be imported, and is the same again",
  { timeout: 60_000 },
  async () => {
    const api = new Rest(server);
    for (const user_id of ["kim", "lee", "system"]) {
      const content = `Always greet ${user_id} first.`;
      await api.post("/api/v1/working", { role: "user", content, session_id: "k", user_id, metadata: { of: user_id } });
      await api.post("/api/v1/patterns", { title: `Greet ${user_id}`, problem: "p", solution: "s", user_id });
      const found = await api.post("/api/v1/memory/search", { query: "greet", user_id });
      await api.post("/api/v1/outcomes", { retrieval_id: found.body.retrieval_id, success: true });
      const own = await vi.waitUntil(async () => {
        const { directives } = (await api.post("/api/v1/directives", { user_id })).body;
        return directives.find(({ rule }: { rule: string }) => rule.includes(user_id));
      }, 20_000);
      expect((await api.patch(`/api/v1/directives/${own.id}`, { user_id, pinned: true })).status).toBe(200);
    }
    const [whole, own, again] = [join(folder, "whole.jsonl"), join(folder, "own.jsonl"), join(folder, "again.jsonl")];
    await run("export", whole, "--account", "default");
    const wrote = await run("export", own, "--account", "default", "--user", "kim", "--json");
    expect(JSON.parse(wrote.stdout)).toMatchObject({ messages: 1, patterns: 1, outcomes: 1, directives: 1 });
    const lines = (path: string): Line[] =>
      readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(lines(own)).toEqual(lines(whole).filter(({ user_id }) => user_id === "kim"));
    expect((await run("import", own, "--account", "kims-copy")).code).toBe(0);
    await run("export", again, "--account", "kims-copy");
    // An outcome credits what is everybody's, too: that is not there.
    const ids = new Set(lines(own).map(({ id }) => id));
    const kept = lines(own).map(({ credits, ...line }) => {
      return credits === undefined ? line : { ...line, credits: credits.filter(({ id }) => ids.has(id)) };
    });
    expect(lines(again)).toEqual(kept);
    const nobody = await run("export", join(folder, "nobody.jsonl"), "--account", "default", "--user", " kim");
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: --user must be /u) });
  },
);

test("an import that fails names the line, and can go on from there", async () => {
  const file = join(folder, "broken.jsonl");
  const message = (content: string) => JSON.stringify({ type: "message", role: "user", session_id: "b", content });
  writeFileSync(file, [message("one"), message("two"), '{"type":"message","role":"user"', message("four")].join("\n"));
  const broken = await run("import", file, "--account", "broken");
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain("line 3");
});

test("a backup of a running server is a data folder of its own", { timeout: 60_000 }, async () => {
  const api = new Rest(server);
  await api.post("/api/v1/working", {
    role: "user",
    content: "The backup remembers the heliotrope.",
    session_id: "bk",
  });
  const target = join(folder, "backup");
  expect((await run("backup", target)).code).toBe(0);
  const restored = await startServer({ data: target });
  try {
    const found = await new Rest({ url: restored.url, key: server.key }).post("/api/v1/memory/search", {
      query: "heliotrope",
    });
    expect(found.body.results[0].content).toContain("heliotrope");
  } finally {
    await restored.stop();
  }
});

test("a backup into a folder that is there is closed to others", async () => {
  const target = join(folder, "open");
  mkdirSync(target, { mode: 0o755 });
  expect(await run("backup", target)).toMatchObject({ code: 0, stderr: "" });
  expect(statSync(target).mode & 0o777).toBe(0o700);
});

test("verify finds nothing wrong, and repair leaves it so", { timeout: 60_000 }, async () => {
  expect((await run("repair")).code).toBe(0);
  const { code, stdout } = await run("verify", "--json");
  expect(code, stdout).toBe(0);
});
