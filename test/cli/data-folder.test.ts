import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cairn } from "../support/cli.ts";
import { openStorage } from "../../src/server/storage.ts";
import { openDatabase } from "../../src/store/database.ts";
import { holdsData, openDataFolder } from "../../src/server/data-folder.ts";

let root: string;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-folder-"));
  warn = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  warn.mockRestore();
  rmSync(root, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test("a folder that is made is its owner's alone", async () => {
  await openDataFolder(join(root, "a", "b"));
  expect(modeOf(join(root, "a", "b"))).toBe(0o700);
  expect(warn).not.toHaveBeenCalled();
});

test.each([0o755, 0o750, 0o777])("a folder of the mode %o is closed", async (mode) => {
  chmodSync(root, mode);
  await openDataFolder(root);
  expect(modeOf(root)).toBe(0o700);
  expect(warn).not.toHaveBeenCalled();
});

test("a folder that all share is left as it is, and told", async () => {
  chmodSync(root, 0o1777);
  await openDataFolder(root);
  expect(modeOf(root)).toBe(0o1777);
  expect(warn).toHaveBeenCalledWith(`warning: the data folder ${root} is open to others on this machine (CAIRN_DATA)`);
});

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
const isRoot = process.geteuid?.() === 0;

/** The program as somebody who is not root, for whom nothing is closed. */
const asOther = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });

/** Not where others may not even read the program. */
const canRunAsOther = process.platform !== "win32" && asOther(["--version"]).status === 0;

test.runIf(canRunAsOther)("a folder that this user may not use is told as that, not as empty", () => {
  const data = join(root, "data");
  mkdirSync(data, { mode: 0o500 });
  chmodSync(root, 0o755);
  const served = asOther(["serve"], { CAIRN_DATA: data, CAIRN_PORT: "0" });
  expect(served.stderr).toContain(`error: the data folder ${data} cannot be used: permission denied (CAIRN_DATA)\n`);
  chmodSync(data, 0o000);
  const listed = asOther(["keys", "list", "--account", "default"], { CAIRN_DATA: data });
  expect(listed.stderr).toBe(`error: the data folder ${data} cannot be read: permission denied (CAIRN_DATA)\n`);
  expect([served.status, listed.status]).toEqual([1, 1]);
});

test("a database that was cut to nothing is none, and is not filled by looking", async () => {
  const { database } = await openDataFolder(root);
  writeFileSync(database, "");
  expect(await holdsData(root)).toBe(false);
  const { code, stderr } = await cairn(["verify"], { CAIRN_DATA: root });
  expect([code, stderr]).toEqual([1, `error: nothing is stored in ${root} (CAIRN_DATA)\n`]);
  expect(statSync(database).size).toBe(0);
});

test("a folder without room for what lies beside its database is told that the disk is full", async () => {
  const { database } = await openDataFolder(root);
  await (await openDatabase({ path: database })).close();
  // In KiB, less than the index of the log takes.
  const limited = `trap "" XFSZ; ulimit -f 16; exec "$0" "$@"`;
  const env = { ...process.env, CAIRN_DATA: root };
  const { status, stderr } = spawnSync("bash", ["-c", limited, process.execPath, program, "verify"], {
    env,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, `error: the database ${database} cannot be opened: the disk is full\n`]);
});

test("a folder whose database is damaged needs a backup, and is told so", async () => {
  const { database } = await openDataFolder(root);
  await (await openDatabase({ path: database })).close();
  const whole = readFileSync(database);
  const told = async () => (await cairn(["verify"], { CAIRN_DATA: root })).stderr;
  writeFileSync(database, whole.fill(7, whole.length - 4_096));
  expect(await told()).toMatch(/^error: the database is damaged; restore a backup \(Tree \d+ page \d+: .+\)\n$/);
  writeFileSync(database, whole.fill(7, 0, 100));
  expect(await told()).toBe(
    `error: the database ${database} cannot be opened: file is not a database; restore a backup\n`,
  );
});

test.each(["gone", "empty"])("a database that is %s beside its index is not begun anew", async (what) => {
  const { base, database } = await openDataFolder(root);
  mkdirSync(base);
  if (what === "empty") writeFileSync(database, "");
  const told = `the data folder ${root} has an index, but its database is gone`;
  await expect(openStorage({ dataFolder: root })).rejects.toThrow(told);
  expect(await holdsData(root)).toBe(false);
  rmSync(base, { recursive: true });
  await (await openStorage({ dataFolder: root })).database.close();
  expect(await holdsData(root)).toBe(true);
});

test("a folder has data once there is a database in it; that it is looked for makes nothing", async () => {
  const data = join(root, "data");
  expect(await holdsData(data)).toBe(false);
  const { database } = await openDataFolder(data);
  expect(await holdsData(data)).toBe(false);
  writeFileSync(database, "SQLite format 3");
  expect(await holdsData(data)).toBe(true);
});
