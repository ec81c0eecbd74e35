import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSnippet } from "../snippets/exchange.ts";
import { mcpChecks } from "../snippets/mcp/checks.ts";
import { readSnippets } from "../snippets/snippets.ts";
import { address, World } from "../snippets/world.ts";
import { overHttp, overStdio } from "./support/clients.ts";

/** What docs/mcp.md says is what is run: here, or by `npm run snippets` where a tool must be installed. */

type Entry = { url: string; headers: Record<string, string> } | Command;
type Command = { command: string; args: string[]; env: Record<string, string> };
type Settings = { mcpServers?: { cairn: Entry }; servers?: { cairn: Entry } };

const root = resolve(import.meta.dirname, "../..");
const snippets = readSnippets("mcp.md");
const files = ["mcp-claude-desktop", "mcp-cursor", "mcp-vscode"];
let world: World;

beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

test("every snippet is run, here or by npm run snippets", () => {
  const run = [...files, "mcp-sdk", ...mcpChecks.flatMap(({ snippet }) => snippet ?? [])];
  expect([...snippets.keys()].toSorted()).toEqual(run.toSorted());
});

describe.each(files)("%s", (id) => {
  test("names a server that answers", async () => {
    const { language, text } = snippets.get(id)!;
    expect(language).toBe("json");
    const filled = text
      .replaceAll(address, world.server.url)
      .replaceAll("/path/to/cairn", root)
      .replaceAll(/ck_\.\.\.|\$\{env:CAIRN_KEY\}|\$\{input:cairn-key\}/gu, world.server.key);
    expect(filled).toContain(world.server.key);
    const { mcpServers, servers } = JSON.parse(filled) as Settings;
    const { cairn } = (mcpServers ?? servers)!;
    const client = await connect(cairn);
    expect((await client.listTools()).tools.length).toBe(8);
    await client.close();
  }, 60_000);
});

function connect(entry: Entry) {
  if ("url" in entry) {
    return overHttp("2025-11-25", entry.url.replace(/\/mcp$/u, ""), entry.headers);
  }
  const [program, command, ...rest] = entry.args;
  if (entry.command !== "node" || program !== join(root, "bin/cairn.mjs") || command !== "mcp") {
    throw new Error(`another command: ${entry.command} ${entry.args.join(" ")}`);
  }
  return overStdio("2025-11-25", rest, entry.env);
}

test("mcp-sdk remembers and finds", async () => {
  symlinkSync(join(root, "node_modules"), join(world.folder, "node_modules"));
  const { language, text } = snippets.get("mcp-sdk")!;
  const snippet = { language, text: text.replaceAll(address, world.server.url) };
  const { code, stdout, stderr } = await runSnippet(snippet, world.server.key, { folder: world.folder });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "The staging database is in Frankfurt.\n", stderr: "" });
}, 60_000);
