import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apply } from "../../../src/cli/init/apply.ts";
import type { ToolId } from "../../../src/cli/init/tools.ts";
import { Home } from "./home.ts";

/** What is not understood is left as it is, to the byte, and nothing is put beside it. */

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home[Symbol.dispose]());

const claudeSettings = ".claude/settings.json";

describe("a file is left as it is where it holds", () => {
  test.each<[string, ToolId, string, string | Buffer, string]>([
    ["JSON that is cut off", "cursor", ".cursor/mcp.json", '{"mcpServers": {', "line 1, column 17 has the end"],
    [
      "comments where none are allowed",
      "claude-code",
      claudeSettings,
      '{\n// x\n"env": {}}',
      'line 2, column 1 has "/"',
    ],
    ["a list", "vscode", ".config/Code/User/mcp.json", "[]", "something other than a JSON object"],
    [
      "something else on the way",
      "cursor",
      ".cursor/mcp.json",
      '{"mcpServers":[]}',
      "its mcpServers is not an object but []",
    ],
    ["TOML that is none", "codex", ".codex/config.toml", "model = gpt-5\n", "line 1, column 9"],
    ["the table in a line", "codex", ".codex/config.toml", "mcp_servers = {}\n", "its mcp_servers is written inline"],
    ["what is not UTF-8", "cursor", ".cursor/mcp.json", Buffer.from([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
  ])("%s", async (_, id, name, content, message) => {
    home.write(name, content);
    const { status, message: told } = await home.init(id);
    expect(status).toBe("refused");
    expect(told).toContain(`${join(home.path, name)} is left as it is: `);
    expect(told).toContain(message);
    expect(readFileSync(join(home.path, name))).toEqual(Buffer.from(content));
    expect(Object.keys(home.files())).toEqual([name]);
  });
});

test("all files of a tool are written, or none", async () => {
  home.write(claudeSettings, "{");
  expect((await home.init("claude-code")).status).toBe("refused");
  expect(Object.keys(home.files())).toEqual([claudeSettings]);
});

test("what cannot be written is taken back where it was written already", async () => {
  home.write(".claude.json", "{}");
  // Where the folder of its second file should be, there is a file.
  home.write(".claude", "no folder");
  const { status, message } = await home.init("claude-code");
  expect([status, message]).toEqual(["refused", expect.stringMatching(/ENOTDIR|EEXIST/)]);
  expect(home.files()).toEqual({ ".claude": "no folder", ".claude.json": "{}" });
});

test("a write that fails half way leaves nothing behind", async () => {
  const [first, second] = [join(home.path, "a"), join(home.path, "b", "c")];
  home.write("a", "before");
  home.write("b", "no folder");
  const backup = { kind: "bytes", bytes: Buffer.from("before") } as const;
  const changes = [
    { path: first, before: Buffer.from("before"), after: Buffer.from("after"), mode: 0o644, backup },
    { path: second, before: undefined, after: Buffer.from("after"), mode: 0o600, backup: { kind: "new" } as const },
  ];
  await expect(apply(changes)).rejects.toThrow(/ENOTDIR|EEXIST/);
  expect(home.files()).toEqual({ a: "before", b: "no folder" });
});

test("a file that its tool writes meanwhile is left as it is", async () => {
  home.write("a", "newer");
  const before = Buffer.from("older");
  const change = { path: join(home.path, "a"), before, after: Buffer.from("x"), mode: 0o644, backup: "keep" as const };
  await expect(apply([change])).rejects.toThrow("a has changed meanwhile and is left as it is; try again");
  expect(home.files()).toEqual({ a: "newer" });
});

test("a folder in the place of a file, and a link that leads nowhere, are refused", async () => {
  mkdirSync(join(home.path, ".cursor/mcp.json"), { recursive: true });
  expect(await home.init("cursor")).toMatchObject({
    status: "refused",
    message: expect.stringContaining("it is not a file"),
  });
  mkdirSync(join(home.path, ".codex"));
  symlinkSync(join(home.path, "nowhere"), join(home.path, ".codex/config.toml"));
  expect((await home.init("codex")).message).toContain("it is a broken link");
});

test.skipIf(process.getuid?.() === 0)("a file that cannot be read is refused", async () => {
  home.write(".cursor/mcp.json", "{}");
  chmodSync(join(home.path, ".cursor/mcp.json"), 0);
  expect((await home.init("cursor")).message).toContain("it cannot be read (EACCES)");
});

test("a link stays one: what it leads to is written", async () => {
  home.write("dotfiles/mcp.json", "{}");
  mkdirSync(join(home.path, ".cursor"));
  symlinkSync("../dotfiles/mcp.json", join(home.path, ".cursor/mcp.json"));
  await home.init("cursor");
  expect(JSON.parse(home.read("dotfiles/mcp.json"))).toHaveProperty("mcpServers.cairn");
  expect(home.read("dotfiles/mcp.json.cairn-backup")).toBe("{}");
  expect((await home.undo("cursor")).status).toBe("written");
  expect(home.files()).toEqual({ "dotfiles/mcp.json": "{}", ".cursor/mcp.json": "{}" });
});

test("what is not wanted is not written", async () => {
  home.write(".cursor/mcp.json", "{}");
  expect((await home.init("cursor", { confirm: false })).status).toBe("declined");
  expect(home.files()).toEqual({ ".cursor/mcp.json": "{}" });
});

test("an undo of what was never done changes nothing, whatever stands there", async () => {
  const text = '{"env":{"ANTHROPIC_BASE_URL":"https://mine.example"}}';
  home.write(claudeSettings, text);
  expect((await home.undo("claude-code")).status).toBe("unchanged");
  expect(home.files()).toEqual({ [claudeSettings]: text });
});

test("an undo of a file that is gone, or that is not understood any more, leaves the backup", async () => {
  home.write(".cursor/mcp.json", "{}");
  await home.init("cursor");
  writeFileSync(join(home.path, ".cursor/mcp.json"), "{");
  expect((await home.undo("cursor")).message).toContain("it is not valid JSON");
  expect(home.files()).toEqual({ ".cursor/mcp.json": "{", ".cursor/mcp.json.cairn-backup": "{}" });
});
