import { afterEach, beforeEach, expect, test } from "vitest";
import { Home, key } from "./home.ts";
import { toolIds } from "../../../src/cli/init/tools.ts";

/** What each tool is told, and that it can be taken back, whatever became of the file meanwhile. */

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home[Symbol.dispose]());

const headers = { Authorization: `Bearer ${key}` };
const url = "http://127.0.0.1:7070/mcp";

test("Claude Code has the tools, and asks for models by the gateway", async () => {
  home.write(".claude.json", '{"numStartups": 3}');
  home.write(".claude/settings.json", '{\n  "model": "opus",\n  "env": {\n    "FOO": "1"\n  }\n}\n');
  expect(await home.init("claude-code")).toMatchObject({
    status: "written",
    message: expect.stringContaining("ANTHROPIC_API_KEY"),
  });
  const server = { type: "http", url, headers };
  expect(JSON.parse(home.read(".claude.json"))).toEqual({ numStartups: 3, mcpServers: { cairn: server } });
  const env = {
    FOO: "1",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:7070",
    ANTHROPIC_AUTH_TOKEN: key,
    CLAUDE_CODE_GATEWAY_HINT_HEADERS: "1",
  };
  expect(JSON.parse(home.read(".claude/settings.json"))).toEqual({ model: "opus", env });
});

test("Claude Code has the tools only, where it is said so", async () => {
  await home.init("claude-code", { gateway: false });
  expect(Object.keys(home.files())).toEqual([".claude.json", ".claude.json.cairn-new"]);
});

test("Claude Desktop starts what goes between it and the server", async () => {
  await home.init("claude-desktop");
  expect(JSON.parse(home.read(".config/Claude/claude_desktop_config.json"))).toEqual({
    mcpServers: {
      cairn: {
        command: "/usr/bin/node",
        args: ["/opt/cairn/bin/cairn.mjs", "mcp"],
        env: { CAIRN_URL: "http://127.0.0.1:7070", CAIRN_KEY: key },
      },
    },
  });
});

test("Cursor, VS Code and Codex have the tools", async () => {
  await home.init("cursor");
  expect(JSON.parse(home.read(".cursor/mcp.json"))).toEqual({ mcpServers: { cairn: { url, headers } } });
  await home.init("vscode");
  expect(JSON.parse(home.read(".config/Code/User/mcp.json"))).toEqual({
    servers: { cairn: { type: "http", url, headers } },
  });
  await home.init("codex");
  expect(home.read(".codex/config.toml")).toBe(
    `[mcp_servers.cairn]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer ${key}" }\n`,
  );
});

test.each(toolIds)("%s: files that are made are for their owner, and taken back they are gone", async (id) => {
  const { files } = await home.init(id);
  for (const { path, backup } of files) {
    expect(home.mode(path.slice(home.path.length))).toBe(0o600);
    expect(backup).toBe(`${path}.cairn-new`);
  }
  expect((await home.init(id)).status).toBe("unchanged");
  expect((await home.undo(id)).status).toBe("written");
  expect(home.files()).toEqual({});
  expect((await home.undo(id)).status).toBe("unchanged");
});

const existing: Record<(typeof toolIds)[number], Record<string, string>> = {
  "claude-code": {
    ".claude.json": '{"a": {"b":[1,\t2]},"mcpServers":{"x":{"command":"y"}}}',
    ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://mine.example"}}  \n\n',
  },
  "claude-desktop": { ".config/Claude/claude_desktop_config.json": "\uFEFF{\r\n\t\r\n}" },
  cursor: { ".cursor/mcp.json": "" },
  vscode: { ".config/Code/User/mcp.json": '// Mine.\n{ "servers": { "cairn": { "url": "old" }, }, /* end */ }' },
  codex: { ".codex/config.toml": "# Mine.\nmodel = 'x'\r\n\n\n" },
};

test.each(toolIds)("%s: files that were there keep their mode and are restored byte for byte", async (id) => {
  for (const [name, text] of Object.entries(existing[id])) home.write(name, text, 0o640);
  const { files } = await home.init(id, { key: `ck_old_${"1".repeat(48)}` });
  expect(files.map(({ path }) => path.slice(home.path.length + 1))).toEqual(Object.keys(existing[id]));
  // A new key does not make what was written before the thing to go back to.
  expect((await home.init(id)).status).toBe("written");
  for (const [name, text] of Object.entries(existing[id])) {
    expect(home.mode(name)).toBe(0o640);
    expect(home.read(`${name}.cairn-backup`)).toBe(text);
    expect(home.mode(`${name}.cairn-backup`)).toBe(0o640);
    expect(home.read(name)).toContain(key);
  }
  expect((await home.undo(id)).status).toBe("written");
  expect(home.files()).toEqual(existing[id]);
});

test("what a tool has written since stays, and what was set is set back", async () => {
  home.write(".claude.json", '{"n": 1}');
  home.write(".claude/settings.json", '{"env":{"ANTHROPIC_BASE_URL":"https://mine.example"}}');
  await home.init("claude-code");
  home.write(".claude.json", home.read(".claude.json").replace('"n": 1', '"n": 2'));
  home.write(".claude/settings.json", home.read(".claude/settings.json").replace('{"env"', '{"model":"opus","env"'));
  expect((await home.undo("claude-code")).status).toBe("written");
  expect(JSON.parse(home.read(".claude.json"))).toEqual({ n: 2 });
  expect(JSON.parse(home.read(".claude/settings.json"))).toEqual({
    model: "opus",
    env: { ANTHROPIC_BASE_URL: "https://mine.example" },
  });
  expect(Object.keys(home.files())).toEqual([".claude.json", ".claude/settings.json"]);
});

test("a file that was made, and that its tool has written to, stays without what was set", async () => {
  await home.init("cursor");
  const other = { command: "x" };
  const { mcpServers } = JSON.parse(home.read(".cursor/mcp.json"));
  home.write(".cursor/mcp.json", JSON.stringify({ mcpServers: { ...mcpServers, other } }));
  await home.undo("cursor");
  expect(JSON.parse(home.read(".cursor/mcp.json"))).toEqual({ mcpServers: { other } });
  await home.init("codex");
  home.write(".codex/config.toml", `${home.read(".codex/config.toml")}\n[other]\na = 1\n`);
  await home.undo("codex");
  expect(home.read(".codex/config.toml").trim()).toBe("[other]\na = 1");
});

test("what is shown is what is written, without the key", async () => {
  home.write(".cursor/mcp.json", '{\n  "mcpServers": {\n    "x": { "command": "y" }\n  }\n}\n');
  const { files } = await home.init("cursor", { confirm: false });
  expect(files[0]!.diff.replaceAll(home.path, "~")).toBe(`--- ~/.cursor/mcp.json
+++ ~/.cursor/mcp.json
@@ -1,5 +1,11 @@
 {
   "mcpServers": {
-    "x": { "command": "y" }
+    "x": { "command": "y" },
+    "cairn": {
+      "url": "http://127.0.0.1:7070/mcp",
+      "headers": {
+        "Authorization": "Bearer ck_abc123_..."
+      }
+    }
   }
 }`);
});

test("no secret of others is shown that stands beside, or is replaced", async () => {
  const secrets = ["sk-ant-oat01-0123456789", "ghs3cret", "hunter2", "Bearer abcdef", "t0psecret", "me:pass", "q1w2e3"];
  const [replaced, token, password, bearer, option, user, inQuery] = secrets as [string, ...string[]];
  const env = { A_PASSWORD: password, ANTHROPIC_AUTH_TOKEN: replaced, GITHUB_TOKEN: token, MODE: "fast" };
  home.write(".claude/settings.json", JSON.stringify({ env }, undefined, 2));
  const servers = {
    a: { command: "x", args: ["--api-key", option], url: `https://${user}@y.example/?access_token=${inQuery}` },
    b: { headers: { Authorization: bearer }, note: replaced },
  };
  home.write(".claude.json", JSON.stringify({ mcpServers: servers }));
  home.write(".codex/config.toml", `[mcp_servers.cairn]\nmodel = "m"\napi_key = '${password}'\n`);
  const outcomes = [await home.init("claude-code", { confirm: false }), await home.init("codex", { confirm: false })];
  const shown = outcomes.flatMap(({ files }) => files.map(({ diff }) => diff)).join("\n");
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(shown).toContain('"MODE": "fast"');
  expect(shown).toContain('+    "ANTHROPIC_AUTH_TOKEN": "ck_abc123_..."');
  expect(shown).toContain('"--api-key","..."');
  expect(shown).toContain("https://...@y.example/?access_token=...");
});
