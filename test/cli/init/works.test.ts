import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toml } from "../../../src/cli/init/format/toml.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { Home } from "./home.ts";

/** With what is written for a tool, a client reaches the server that runs. */

type OverHttp = { url: string; headers: Record<string, string> };
type OverStdio = { command: string; args: string[]; env: Record<string, string> };

let server: TestServer;
let home: Home;
beforeAll(async () => {
  server = await startServer();
  home = new Home();
}, 60_000);
afterAll(async () => {
  home?.[Symbol.dispose]();
  await server?.remove();
});

const told = () => ({
  url: server.url,
  key: server.key,
  program: [process.execPath, resolve(import.meta.dirname, "../../../bin/cairn.mjs")] as [string, string],
});

async function toolsOver(transport: Transport): Promise<string[]> {
  const client = new Client({ name: "cairn-test", version: "1.0.0" });
  await client.connect(transport);
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

const overHttp = ({ url, headers }: OverHttp) =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });

describe("the tools are there for", () => {
  test.each([
    ["claude-code", ".claude.json", "mcpServers"],
    ["cursor", ".cursor/mcp.json", "mcpServers"],
    ["vscode", ".config/Code/User/mcp.json", "servers"],
  ] as const)("%s", async (id, file, member) => {
    await home.init(id, told());
    expect(await toolsOver(overHttp(JSON.parse(home.read(file))[member].cairn))).toContain("search");
  });

  test("codex", async () => {
    await home.init("codex", told());
    const entry = toml.get(home.read(".codex/config.toml"), ["mcp_servers", "cairn"]) as Record<string, never>;
    expect(await toolsOver(overHttp({ url: entry["url"]!, headers: entry["http_headers"]! }))).toContain("search");
  });

  test("claude-desktop, which starts what is written", async () => {
    await home.init("claude-desktop", told());
    const { mcpServers } = JSON.parse(home.read(".config/Claude/claude_desktop_config.json"));
    const { command, args, env } = mcpServers.cairn as OverStdio;
    // As that program does: with no more of its own environment than is needed to start anything.
    const transport = new StdioClientTransport({ command, args, env: { PATH: process.env["PATH"]!, ...env } });
    expect(await toolsOver(transport)).toContain("search");
  }, 90_000);
});

test("Claude Code's requests to models are answered", async () => {
  await home.init("claude-code", told());
  const { env } = JSON.parse(home.read(".claude/settings.json"));
  const answer = await fetch(`${env.ANTHROPIC_BASE_URL}/v1/messages?beta=true`, {
    method: "POST",
    headers: { authorization: `Bearer ${env.ANTHROPIC_AUTH_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "cairn/inspect", max_tokens: 10, messages: [{ role: "user", content: "hello" }] }),
  });
  expect(answer.status).toBe(200);
});
