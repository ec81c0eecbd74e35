import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Home, key } from "./init/home.ts";
import { cairn } from "../support/cli.ts";

/** `cairn init` as it is called. What it writes for each tool: test/cli/init. */

let home: Home;
let data: string;
beforeEach(() => {
  home = new Home();
  data = mkdtempSync(join(tmpdir(), "cairn-init-"));
});
afterEach(() => {
  home[Symbol.dispose]();
  rmSync(data, { recursive: true, force: true });
});

/** Nothing of whoever runs the tests. */
function settings(): Record<string, string> {
  const none = {
    CAIRN_KEY: "",
    CAIRN_URL: "",
    CAIRN_PORT: "",
    CLAUDE_CONFIG_DIR: "",
    CODEX_HOME: "",
    XDG_CONFIG_HOME: "",
  };
  return { ...none, HOME: home.path, USERPROFILE: home.path, APPDATA: join(home.path, ".config"), CAIRN_DATA: data };
}

const run = (args: string[], env: Record<string, string> = {}) => cairn(["init", ...args], { ...settings(), ...env });

test("the tools that are found are told, and told no more", async () => {
  home.write(".cursor/mcp.json", "{}");
  home.write(".codex/config.toml", 'model = "gpt-5"\n');
  const { code, stdout } = await run(["--yes", "--key", key]);
  expect(code).toBe(0);
  expect(stdout).toContain('+      "url": "http://127.0.0.1:7070/mcp",');
  expect(stdout).toContain("Cursor: written.");
  expect(stdout).toContain("Codex: written.");
  expect(stdout).not.toContain("VS Code");
  expect(stdout).not.toContain(key);
  expect(home.read(".codex/config.toml")).toContain(key);

  const undone = JSON.parse((await run(["--undo", "--yes", "--json"])).stdout);
  expect(undone.tools.map(({ tool, status }: { tool: string; status: string }) => [tool, status])).toEqual([
    ["cursor", "written"],
    ["codex", "written"],
  ]);
  expect(home.files()).toEqual({ ".cursor/mcp.json": "{}", ".codex/config.toml": 'model = "gpt-5"\n' });
});

test("the address and the key are an option, else of the environment, else what this machine's server has left", async () => {
  writeFileSync(join(data, "first-key"), `${key}\n`);
  await run(["--yes", "--tool", "cursor"], { CAIRN_PORT: "7171" });
  expect(JSON.parse(home.read(".cursor/mcp.json")).mcpServers.cairn).toEqual({
    url: "http://127.0.0.1:7171/mcp",
    headers: { Authorization: `Bearer ${key}` },
  });
  const other = `ck_def_${"1".repeat(48)}`;
  await run(["--yes", "--tool", "cursor", "--url", "https://cairn.example/"], {
    CAIRN_KEY: other,
    CAIRN_URL: "http://x",
  });
  expect(JSON.parse(home.read(".cursor/mcp.json")).mcpServers.cairn).toEqual({
    url: "https://cairn.example/mcp",
    headers: { Authorization: `Bearer ${other}` },
  });
});

test("without a terminal and --yes it shows and writes nothing, and ends with 1", async () => {
  home.write(".cursor/mcp.json", "{}");
  const text = await run(["--key", key]);
  expect([text.code, text.stdout]).toEqual([1, expect.stringContaining("no terminal to ask on: use --yes to write")]);
  const json = await run(["--key", key, "--json"]);
  expect(json.code).toBe(1);
  const [tool] = JSON.parse(json.stdout).tools;
  expect(tool).toMatchObject({
    tool: "cursor",
    status: "declined",
    files: [{ path: join(home.path, ".cursor/mcp.json") }],
  });
  expect(home.files()).toEqual({ ".cursor/mcp.json": "{}" });
});

test("what is refused of one tool is said, the others are told, and it ends with 1", async () => {
  home.write(".cursor/mcp.json", "{");
  home.write(".codex/config.toml", "");
  const { code, stdout } = await run(["--yes", "--key", key]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    `Cursor: ${join(home.path, ".cursor/mcp.json")} is left as it is: it is not valid JSON: line 1`,
  );
  expect(stdout).toContain("Codex: written.");
  expect(home.read(".cursor/mcp.json")).toBe("{");
});

test("where no tool is found it says where it has looked, and ends with 1", async () => {
  const { code, stdout } = await run(["--yes", "--key", key]);
  expect(code).toBe(1);
  expect(stdout).toContain(join(home.path, ".cursor"));
  expect(home.files()).toEqual({});
});

test.each([
  [["--key", "sk-123"], "--key must be an API key of Cairn's, which looks like ck_<id>_<secret>"],
  [[], "no API key is given: use --key or CAIRN_KEY"],
  [
    ["--key", key, "--url", "ftp://x"],
    '--url must be an address without a path, such as http://127.0.0.1:7070, got "ftp://x"',
  ],
  [
    ["--key", key, "--url", "http://x/mcp"],
    '--url must be an address without a path, such as http://127.0.0.1:7070, got "http://x/mcp"',
  ],
  [["--key", key, "--url", "http://a:b@x"], "must be an address without a path"],
  [
    ["--key", key, "--tool", "emacs,cursor"],
    '--tool must be among claude-code, claude-desktop, cursor, vscode, codex, got "emacs"',
  ],
])("wrongly called with %j it says what is allowed, and ends with 2", async (args, message) => {
  const { code, stderr } = await run([...args, "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("sk-123");
  expect(home.files()).toEqual({});
});

/** With the terminal of util-linux' `script`. */
async function answer(text: string): Promise<number | null> {
  const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
  const command = `${process.execPath} ${program} init --tool cursor --key ${key}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...process.env, ...settings() } });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const before = printed.includes("[y/N]");
    printed += chunk.toString();
    if (!before && printed.includes("[y/N]")) child.stdin.write(`${text}\r`);
  });
  const [code] = (await once(child, "exit")) as [number | null];
  expect(printed).toContain("Write this? [y/N]");
  return code;
}

test.runIf(process.platform === "linux")("at a terminal it asks, and only yes writes", async () => {
  home.write(".cursor/mcp.json", "{}");
  expect(await answer("no")).toBe(0);
  expect(home.files()).toEqual({ ".cursor/mcp.json": "{}" });
  expect(await answer("y")).toBe(0);
  expect(home.read(".cursor/mcp.json")).toContain(key);
});
