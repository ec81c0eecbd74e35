import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteConnection from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** A folder that was damaged: `verify` says so, `repair` mends it, and everything is found again. */

const env = { CAIRN_RESIDENT_ROWS: "20" };
const folder = mkdtempSync(join(tmpdir(), "cairn-repair-"));
const whole = join(folder, "whole");
/** Of the test: a copy of the whole one. */
let data: string;
let key: string;
const lance = () => join(data, "lance");
const tables = () => readdirSync(lance()).filter((name) => name.endsWith(".lance"));
const run = (command: string, on = data) => cairn([command, "--json"], { ...env, CAIRN_DATA: on });

beforeAll(async () => {
  const server = await startServer({ data: whole, env });
  key = server.key;
  const messages = Array.from({ length: 40 }, (_, at) => ({
    role: "user",
    session_id: `s${at % 4}`,
    content: `Note ${at}: the harbour crane.`,
    metadata: { lot: at % 5 },
  }));
  const api = new Rest(server);
  await api.post("/api/v1/working/batch", { messages });
  await api.post("/api/v1/patterns", { title: "Retry", problem: "Overload.", solution: "Jitter.", tags: ["net"] });
  await server.stop();
  // A flush may have been under way.
  await run("repair", whole);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  data = mkdtempSync(join(folder, "copy-"));
  cpSync(whole, data, { recursive: true });
});

const found = { words: 1, lot: 8, pattern: 1, session: 10 };

async function searches(server: TestServer) {
  const api = new Rest(server, key);
  const search = async (query: object) => (await api.post("/api/v1/memory/search", query)).body.results;
  const words = await search({ query: "note 17 harbour crane", limit: 1 });
  const lot = await search({ query: "harbour crane", metadata: { lot: 3 }, limit: 50 });
  const pattern = await search({ query: "overload", sources: ["patterns"], tags: ["net"] });
  const session = await api.get("/api/v1/sessions/s1/messages");
  return {
    words: words.filter((result: { content: string }) => result.content.startsWith("Note 17:")).length,
    lot: lot.length,
    pattern: pattern.length,
    session: session.body.total,
  };
}

function damageRows(statements: string): void {
  const database = new SqliteConnection(join(data, "cairn.db"));
  database.exec(statements);
  database.close();
}

function filesOf(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[]; // without an encoding
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Of the account's table. */
function truncateAll(ending: string): void {
  for (const path of filesOf(join(lance(), tables()[0]!), ending)) truncateSync(path, 10);
}

test("verify finds nothing where nothing was damaged", async () => {
  expect(await run("verify")).toMatchObject({ code: 0, stderr: "" });
}, 60_000);

test.each<[string, () => void, string[], object?]>([
  [
    "rows of the database",
    () =>
      damageRows(`
        update memory set tags = '["x"]' where role is not null;
        update memory set terms = x'00000000' where role is not null;
        update session set message_count = 1, next_position = 0 where session_id = 's1';
        delete from session where session_id = 's2';
        delete from lexicon_session;
        insert into vector select id, 'msg_gone', 'space', 'hash', x'00' from account limit 1`),
    [
      "labels that do not match the metadata",
      "terms that do not match the text",
      "a session whose message count is wrong",
      "messages without their session",
      "a session whose terms are wrong",
      "a vector of another text",
    ],
    { rows_mended: 40 + 2 + 1 }, // memories, sessions, a vector
  ],
  [
    "the vector of another text that a memory has",
    () =>
      damageRows(`
        insert into vector select account_id, id, 'space', 'other', x'00' from memory where role is not null limit 1;
        update memory set embedded = 1 where id in (select id from vector)`),
    ["a vector of another text"],
    { rows_mended: 1, vectors_missing: 1 },
  ],
  ["an index that is gone", () => rmSync(lance(), { recursive: true }), ["a table that cannot be read"]],
  ["torn rows of the index", () => truncateAll(".lance"), ["a table that cannot be read"]],
  ["a torn index of words", () => truncateAll("_tokens.lance"), ["a table of which not all can be read"]],
  ["torn versions of the index", () => truncateAll(".manifest"), ["a table that cannot be read"]],
])(
  "repair mends %s",
  async (_, damage, problems, mended = {}) => {
    expect(tables()).toHaveLength(1);
    damage();
    const { code, stdout } = await run("verify");
    expect(code).toBe(1);
    const named = JSON.parse(stdout).findings.map(({ problem }: { problem: string }) => problem);
    expect(named).toEqual(expect.arrayContaining(problems));
    const repaired = await run("repair");
    expect(repaired).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(repaired.stdout)).toEqual({ accounts: 1, rows_mended: 0, vectors_missing: 0, ...mended });
    expect(JSON.parse((await run("verify")).stdout)).toMatchObject({ ok: true, memories: 41, findings: [] });
    const server = await startServer({ data, env });
    try {
      expect(await searches(server)).toEqual(found);
    } finally {
      await server.stop();
    }
  },
  120_000,
);
