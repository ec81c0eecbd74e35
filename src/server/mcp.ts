import type { Config } from "../config/config.ts";
import { McpHttp } from "../mcp/http.ts";
import type { LocalAsk } from "../mcp/local.ts";
import type { Logger } from "../observe/log.ts";
import type { BodyRoom } from "../rest/body-room.ts";
import type { Page } from "../rest/dispatch.ts";
import type { GatePorts } from "../rpc/gate/admit.ts";
import { mcpPage } from "./page/mcp-page.ts";
import { version } from "./package.ts";

export type Mcp = { page: Page; close(): Promise<void> };

/** MCP at `/mcp`, over the services of this process. Close it: it keeps sessions. */
export function createMcp(config: Config, localAsk: LocalAsk, gate: GatePorts, room: BodyRoom, log: Logger): Mcp {
  const mcp = new McpHttp({ version, onRefused: (err) => log.debug({ err }, "an MCP request was refused") });
  const { corsOrigins, requestTimeoutMs } = config;
  return { page: mcpPage({ mcp, localAsk, gate, room, corsOrigins, requestTimeoutMs }), close: () => mcp.close() };
}
