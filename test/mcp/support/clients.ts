import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

const program = resolve(import.meta.dirname, "../../../bin/cairn.mjs");

function clientOf(era: Era): Client {
  const mode = era === "2025-11-25" ? ("legacy" as const) : { pin: era };
  return new Client({ name: "cairn-test", version: "1.0.0" }, { versionNegotiation: { mode } });
}

/** A client over HTTP, connected. */
export async function overHttp(era: Era, url: string, headers: Record<string, string>): Promise<Client> {
  const client = clientOf(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** A client of a `cairn mcp` of its own, connected. */
export async function overStdio(era: Era, args: string[], env: Record<string, string>): Promise<Client> {
  const client = clientOf(era);
  const clean = Object.entries({ ...process.env, CAIRN_LOG: "warn", ...env }).filter(
    ([name]) => !name.startsWith("npm_"),
  );
  const command = { command: process.execPath, args: [program, "mcp", ...args], env: Object.fromEntries(clean) as Env };
  await client.connect(new StdioClientTransport({ ...command, stderr: "inherit" }));
  return client;
}

type Env = Record<string, string>;

/** The result of a tool: its members, or what it says is wrong. Throws where the tool fails unexpectedly. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Members> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError === true) throw new Error(textOf(result));
  return result.structuredContent as Members;
}

/** Whatever the tool says: tests assert what it is. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Members = Record<string, any>;

export async function fault(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError !== true) throw new Error(`${name} did not fail: ${textOf(result)}`);
  return textOf(result);
}

export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
}
