import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

let folder: string;
let key: string;
const run = (...args: string[]) => cairn(args, { CAIRN_DATA: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-wrong-use-"));
  key = JSON.parse((await run("keys", "create", "--account", "a", "--json")).stdout).id;
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["--scopes", "bogus", "must be one of memory:read"],
  ["--usd-budget", "0", "It must be a number above 0"],
  ["--usd-budget", "0.1234567", "at most six decimals"],
  ["--usd-budget", "1000000000", "must be US dollars above 0, at most"],
  ["--token-budget", "0", "It must be a number above 0"],
  ["--token-budget", "1.5", "must be a whole number of at least 1, got 1.5"],
  ["--expires", "0d", "must be in the future"],
  ["--models", "gpt 5", "must be a model's id"],
  ["--user", "system", "must be a user"],
  ["--account", " ", "must have 1 to 200 characters"],
])("keys create %s %j is wrong use", async (flag, value, message) => {
  const account = flag === "--account" ? [] : ["--account", "a"];
  const { code, stderr } = await run("keys", "create", ...account, flag, value);
  expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringContaining(flag)]);
  expect(stderr).toContain(message);
});

test("so is a key's overlap above its bound, or a user or account whom an import or MCP cannot have", async () => {
  const { code, stderr } = await run("keys", "rotate", key, "--overlap", "31d");
  expect([code, stderr]).toEqual([2, "error: --overlap must be between 0 and 30 days\n"]);
  const [user, account] = [
    await run("import", "-", "--account", "a", "--user", " ana"),
    await run("import", "-", "--account", " "),
  ];
  expect([user.code, user.stderr]).toEqual([2, expect.stringMatching(/^error: --user must be a text/u)]);
  const nobody = await run("mcp", "--user", "");
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringMatching(/^error: --user must be a text/u)]);
  expect([account.code, account.stderr]).toEqual([2, "error: --account must have 1 to 200 characters\n"]);
});

test("an account that there is not is told by its name", async () => {
  const { code, stderr } = await run("export", "-", "--account", "nope");
  expect([code, stderr]).toEqual([1, 'error: there is no account "nope"\n']);
});
