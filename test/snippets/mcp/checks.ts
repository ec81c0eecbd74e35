import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { cairn } from "../../support/cli.ts";
import type { Client } from "../clients.ts";
import { runSnippet, type Place } from "../exchange.ts";
import { run } from "../run.ts";
import { tryConformance } from "./conformance.ts";
import { readSnippets } from "../snippets.ts";
import { address, type World } from "../world.ts";

/** A client of MCP that is not among this project's packages, and what is wrong with what it does: nothing, if all is well. */
export type McpCheck = Pick<Client, "id" | "npm"> & {
  /** The snippet of docs/mcp.md that it runs. */
  snippet?: string;
  faults(world: World, place: Place): Promise<string[]>;
};

const program = resolve(import.meta.dirname, "../../../bin/cairn.mjs");
const timeoutMs = 120_000;

export const mcpChecks: readonly McpCheck[] = [
  { id: "mcp-sdk-v1", npm: ["@modelcontextprotocol/sdk@1"], faults: tryV1 },
  { id: "mcp-conformance", npm: ["@modelcontextprotocol/conformance"], faults: tryConformance },
  tool("mcp-claude-code", "@anthropic-ai/claude-code", /^cairn: \S+\/mcp \(HTTP\) - \S+ Connected$/mu),
  // It tells what it was told: it connects when a conversation begins.
  tool("mcp-codex", "@openai/codex", /^cairn +http:\S+\/mcp +CAIRN_KEY +enabled +Bearer token/mu),
];

/** A tool that its snippet tells of this server, and that then says what it thinks of it. */
function tool(id: string, npm: string, says: RegExp): McpCheck {
  return {
    id,
    npm: [npm],
    snippet: id,
    async faults(world, place) {
      const snippet = readSnippets("mcp.md").get(id)!;
      const text = snippet.text.replaceAll(address, world.server.url);
      const { code, stdout, stderr } = await runSnippet({ ...snippet, text }, await keyOf(world, id), place);
      if (code !== 0) return [`ended with ${code}: ${stderr}${stdout}`];
      return says.test(stdout) ? [] : [`said ${stdout}`];
    },
  };
}

async function tryV1(world: World, { folder }: Place): Promise<string[]> {
  copyFileSync(join(import.meta.dirname, "v1-client.mjs"), join(folder, "v1-client.mjs"));
  const { url } = world.server;
  const key = await keyOf(world, "v1");
  const ways = { http: [url, key], stdio: [program, url, key] };
  const found: string[] = [];
  for (const [how, args] of Object.entries(ways)) {
    const options = { cwd: folder, env: { ...process.env }, timeoutMs };
    const { stdout, stderr } = await run(process.execPath, ["v1-client.mjs", how, ...args], options);
    if (!isDeepStrictEqual(parsed(stdout), expected(how))) found.push(`${how}: ${stdout}${stderr}`);
  }
  return found;
}

const expected = (how: string) => ({
  tools: 8,
  found: true,
  status: "SAFE",
  read: `v1 ${how}`,
  messages: 1,
  forgotten: true,
  wrong: true,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function keyOf({ server }: World, user: string): Promise<string> {
  const args = ["keys", "create", "--account", "default", "--user", user, "--json"];
  const { stdout } = await cairn(args, { CAIRN_DATA: server.data });
  return (JSON.parse(stdout) as { key: string }).key;
}
