import { join } from "node:path";
import type { Format } from "./format/format.ts";
import { json, jsonWithComments } from "./format/json.ts";
import type { Places } from "./places.ts";
import type { Target } from "./target.ts";
import { toml } from "./format/toml.ts";

/** What one file is to say: each value replaces what is at its path. */
export type FilePlan = { path: string; format: Format; settings: Setting[] };

export type Setting = { path: string[]; value: unknown };

/** A program that Cairn can be told to. */
export type Tool = {
  id: ToolId;
  title: string;
  /** Files and folders that show that it is installed: one is enough. */
  signs: string[];
  files: FilePlan[];
  /** What its user must know or do. */
  note: string;
};

export const toolIds = ["claude-code", "claude-desktop", "cursor", "vscode", "codex"] as const;
export type ToolId = (typeof toolIds)[number];

/** Every tool, found or not. */
export function toolsFor(places: Places, target: Target): Tool[] {
  return [
    claudeCode(places, target),
    claudeDesktop(places, target),
    cursor(places, target),
    vscode(places, target),
    codex(places, target),
  ];
}

const authorization = ({ key }: Target) => ({ Authorization: `Bearer ${key}` });

function claudeCode({ claudeCode, claudeCodeState }: Places, target: Target): Tool {
  const { url, key, mcpUrl, gateway } = target;
  const server = { type: "http", url: mcpUrl, headers: authorization(target) };
  const files: FilePlan[] = [
    { path: claudeCodeState, format: json, settings: [{ path: ["mcpServers", "cairn"], value: server }] },
  ];
  const environment = { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key, CLAUDE_CODE_GATEWAY_HINT_HEADERS: "1" };
  const settings = Object.entries(environment).map(([name, value]) => ({ path: ["env", name], value }));
  if (gateway) files.push({ path: join(claudeCode, "settings.json"), format: json, settings });
  return {
    id: "claude-code",
    title: "Claude Code",
    signs: [claudeCode, claudeCodeState],
    files,
    note: gateway
      ? "From its next start, it sends its requests to models through Cairn, so the server needs ANTHROPIC_API_KEY. Use --mcp-only to leave that out."
      : "It has the tools from its next start.",
  };
}

/** It starts MCP servers itself: what it starts of ours, `cairn mcp`, asks the server that runs. */
function claudeDesktop({ claudeDesktop }: Places, { url, key, program }: Target): Tool {
  const [command, ...args] = program;
  const value = { command, args: [...args, "mcp"], env: { CAIRN_URL: url, CAIRN_KEY: key } };
  return {
    id: "claude-desktop",
    title: "Claude Desktop",
    signs: [claudeDesktop],
    files: [
      {
        path: join(claudeDesktop, "claude_desktop_config.json"),
        format: json,
        settings: [{ path: ["mcpServers", "cairn"], value }],
      },
    ],
    note: "Quit and restart it.",
  };
}

function cursor({ cursor }: Places, target: Target): Tool {
  const value = { url: target.mcpUrl, headers: authorization(target) };
  return {
    id: "cursor",
    title: "Cursor",
    signs: [cursor],
    files: [
      {
        path: join(cursor, "mcp.json"),
        format: jsonWithComments,
        settings: [{ path: ["mcpServers", "cairn"], value }],
      },
    ],
    note: "It picks up the file by itself. Its OpenAI base URL can only be set in its own window (Settings, Models).",
  };
}

function vscode({ vscode }: Places, target: Target): Tool {
  const value = { type: "http", url: target.mcpUrl, headers: authorization(target) };
  return {
    id: "vscode",
    title: "VS Code",
    signs: [vscode],
    files: [
      { path: join(vscode, "mcp.json"), format: jsonWithComments, settings: [{ path: ["servers", "cairn"], value }] },
    ],
    note: "It asks once whether you trust the server.",
  };
}

function codex({ codex }: Places, target: Target): Tool {
  const value = { url: target.mcpUrl, http_headers: authorization(target) };
  return {
    id: "codex",
    title: "Codex",
    signs: [codex],
    files: [{ path: join(codex, "config.toml"), format: toml, settings: [{ path: ["mcp_servers", "cairn"], value }] }],
    note: "It has the tools from its next start.",
  };
}
