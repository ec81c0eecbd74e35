import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import SqliteConnection from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStorage } from "../../src/server/storage.ts";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** docs/deploy.md, "Backup and restore" and "Upgrade", as they stand there. */

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Where the first page of a table begins and ends. */
function pageOf(path: string, table: string): [number, number] {
  const database = new SqliteConnection(path);
  const root = database.prepare<[string], number>("select rootpage from sqlite_schema where name = ?").pluck();
  const page = root.get(table) ?? 0;
  const size = Number(database.pragma("page_size", { simple: true }));
  database.close();
  return [(page - 1) * size, page * size];
}

/** A folder and what is in it changed so long ago. */
function changeAgo(seconds: number, path: string): void {
  const at = Date.now() / 1_000 - seconds;
  for (const name of [...readdirSync(path), "."]) utimesSync(join(path, name), at, at);
}

/** Writes until it is told to end; answers what was acknowledged, in order. */
function keepWriting(api: Rest): { end: () => Promise<string[]>; count: () => number } {
  const acknowledged: string[] = [];
  const ended = new AbortController();
  const loop = async () => {
    for (let at = 0; !ended.signal.aborted; at++) {
      const answer = await api.post("/api/v1/working", { role: "user", session_id: "busy", content: `Note ${at}.` });
      if (answer.status === 200) acknowledged.push(answer.body.id);
    }
  };
  const running = Promise.all([loop(), loop()]);
  const end = async () => {
    ended.abort();
    await running;
    return acknowledged;
  };
  return { end, count: () => acknowledged.length };
}

async function idsOf(server: TestServer, key: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor = ""; ;) {
    const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await new Rest(server, key).get(`/api/v1/sessions/busy/messages?limit=200${query}`);
    for (const { id } of body.messages) ids.add(id);
    cursor = body.next_cursor ?? "";
    if (cursor === "") return ids;
  }
}

test.skipIf(process.platform === "win32")("a backup that finds no room is named, and leaves nothing", async () => {
  const data = join(folder, "data");
  const target = join(folder, "copy");
  await (await openStorage({ dataFolder: data })).database.close();
  // In KiB, more than the index of the log takes, less than the copy.
  const limited = `trap "" XFSZ; ulimit -f 64; exec "$0" "$@"`;
  const { status, stderr } = spawnSync("bash", ["-c", limited, process.execPath, program, "backup", target], {
    env: { ...process.env, CAIRN_DATA: data },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^error: the backup ${target} was not made: the d.*\n$`, "u"));
  expect(readdirSync(target)).toEqual([]);
});

test("a backup under way of writes has all that was acknowledged before it, and serves by itself", async () => {
  const server = await startServer();
  try {
    const api = new Rest(server);
    const content = "We moved the staging database to Frankfurt.";
    await api.post("/api/v1/working", { role: "user", session_id: "monday", content });
    const writing = keepWriting(api);
    await expect.poll(writing.count).toBeGreaterThanOrEqual(20);
    const before = writing.count();
    const copy = join(folder, "copy");
    const { code, stderr } = await cairn(["backup", copy], { CAIRN_DATA: server.data });
    expect([code, stderr]).toEqual([0, ""]);
    const acknowledged = await writing.end();
    expect(acknowledged.length).toBeGreaterThan(before);

    const restored = await startServer({ data: copy });
    try {
      // No new key is made: those of the server that was are good.
      expect(restored.key).toBe("");
      const ids = await idsOf(restored, server.key);
      expect(acknowledged.slice(0, before).filter((id) => !ids.has(id))).toEqual([]);
      const query = { query: "where does the test DB run?", limit: 1 };
      const { body } = await new Rest(restored, server.key).post("/api/v1/memory/search", query);
      expect(body.results[0].content).toBe(content);
      expect((await cairn(["verify"], { CAIRN_DATA: copy })).code).toBe(0);
    } finally {
      await restored.stop();
    }
  } finally {
    await server.remove();
  }
}, 120_000);

test("a backup goes into no folder that has something", async () => {
  const data = join(folder, "data");
  const target = join(folder, "target");
  await (await openStorage({ dataFolder: data })).database.close();
  mkdirSync(target);
  writeFileSync(join(target, "something"), "");
  const { code, stderr } = await cairn(["backup", target], { CAIRN_DATA: data });
  expect([code, stderr]).toEqual([2, `error: the folder ${target} is not empty: it contains something\n`]);
  for (const name of ["a", "b", "c"]) writeFileSync(join(target, name), "");
  const full = await cairn(["backup", target], { CAIRN_DATA: data });
  expect(full.stderr).toBe(`error: the folder ${target} is not empty: it contains a, b, c and 1 more\n`);
}, 60_000);

test("a backup that fails or is killed leaves nothing that stands in the way of the next", async () => {
  const data = join(folder, "data");
  const copy = join(folder, "copy");
  const message = JSON.stringify({ type: "message", role: "user", session_id: "s", content: "x" });
  await cairn(["import", "-", "--account", "a"], { CAIRN_DATA: data }, `${message}\n`);
  const path = join(data, "cairn.db");
  const whole = readFileSync(path);
  // What nobody reads before it is copied.
  writeFileSync(path, Buffer.from(whole).fill(0xff, ...pageOf(path, "memory")));
  expect((await cairn(["backup", copy], { CAIRN_DATA: data })).code).toBe(1);
  expect(readdirSync(copy)).toEqual([]);
  writeFileSync(path, whole);
  for (const suffix of ["abcdef", "ghijkl"]) {
    const left = join(copy, `cairn-partial-${suffix}`);
    mkdirSync(left);
    for (const name of ["cairn.db", "cairn.db-journal"]) writeFileSync(join(left, name), "half");
    changeAgo(61, left);
  }
  expect(await cairn(["backup", copy], { CAIRN_DATA: data })).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(copy)).toEqual(["cairn.db"]);
}, 60_000);

test("a backup leaves alone what another one is writing into the same folder", async () => {
  const env = { CAIRN_DATA: join(folder, "data") };
  const copy = join(folder, "copy");
  const message = JSON.stringify({ type: "message", role: "user", session_id: "s", content: "x" });
  await cairn(["import", "-", "--account", "a"], env, `${message}\n`);
  const other = join(copy, "cairn-partial-abcdef");
  const refused = {
    code: 2,
    stderr: `error: another backup is writing ${other}; if it was stopped, try again in a minute\n`,
  };
  // It has just begun.
  mkdirSync(other, { recursive: true });
  expect(await cairn(["backup", copy], env)).toMatchObject(refused);
  // The folder itself no longer changes, but what is in it.
  changeAgo(3_600, other);
  writeFileSync(join(other, "cairn.db"), "half");
  const at = Date.now() / 1_000 - 3_600;
  utimesSync(other, at, at);
  expect(await cairn(["backup", copy], env)).toMatchObject(refused);
  expect(readdirSync(other)).toEqual(["cairn.db"]);
}, 60_000);

test("commands refuse data that an older version wrote, in one line, and leave them alone", async () => {
  await (await openStorage({ dataFolder: folder })).database.close();
  const database = new SqliteConnection(join(folder, "cairn.db"));
  database.prepare("delete from migration where name = (select max(name) from migration)").run();
  const applied = () => database.prepare("select name from migration").pluck().all();
  const before = applied();
  for (const args of [
    ["keys", "list", "--account", "default"],
    ["keys", "create", "--account", "another"],
    ["backup", join(folder, "copy")],
    ["export", "-", "--account", "default"],
    ["verify"],
  ]) {
    const { code, stderr } = await cairn(args, { CAIRN_DATA: folder });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: the database was written by an older version: .*\n$/),
    ]);
  }
  expect(applied()).toEqual(before);
  database.close();
}, 60_000);

test("a server refuses data that a newer one has changed, in one line, and leaves them alone", async () => {
  await (await openStorage({ dataFolder: folder })).database.close();
  const database = new SqliteConnection(join(folder, "cairn.db"));
  database.prepare("insert into migration (name, applied_at) values ('9999-later', 0)").run();
  database.close();
  const { code, stderr } = await cairn(["serve"], { CAIRN_DATA: folder, CAIRN_PORT: "0" });
  expect(code).toBe(1);
  expect(stderr).toBe("error: the database was written by a newer version (it has 9999-later)\n");
}, 60_000);
