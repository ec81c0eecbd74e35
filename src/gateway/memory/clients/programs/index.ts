import type { Client } from "../client.ts";
import { editors } from "./editors/index.ts";
import { frameworks } from "./frameworks/index.ts";
import { sideRequests } from "./side-requests.ts";
import { terminalAgents } from "./terminal-agents/index.ts";
import { unknownProgram } from "./unknown-program.ts";
import { webApps } from "./web-apps/index.ts";

/**
 * The clients whose requests are known, a folder a family; docs/gateway-memory.md lists them. The first that knows a text
 * tells what it says: so aider, the last of its family, and the unknown program come behind those that frame whole texts.
 */
export const clients: readonly Client[] = [
  ...editors,
  ...webApps,
  ...frameworks,
  ...terminalAgents,
  sideRequests,
  unknownProgram,
];
