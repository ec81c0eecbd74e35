import { join } from "node:path";
import { homedir } from "node:os";
import { readEnvironment } from "../config/env.ts";
import { dataFolder } from "../server/data-folder.ts";
import { packageRoot } from "../server/package.ts";
import { ask } from "./init/ask.ts";
import { placesOf } from "./init/places.ts";
import { initTool, toolsHere, type ChangedFile, type Outcome } from "./init/init-tool.ts";
import { findKey, parseUrl, type Target } from "./init/target.ts";
import { toolIds, toolsFor, type Tool, type ToolId } from "./init/tools.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./terminal/usage-error.ts";

export type InitOptions = PrintOptions & {
  tool?: string[];
  url?: string;
  key?: string;
  mcpOnly: boolean;
  undo: boolean;
  yes: boolean;
};

/**
 * Tells the tools of this machine where Cairn is, or takes that back. False where a tool was refused, nobody could be
 * asked, or there is no tool.
 */
export async function init(options: InitOptions): Promise<boolean> {
  const environment = readEnvironment();
  const places = placesOf({ platform: process.platform, home: homedir(), environment });
  const wanted = parseTools(options.tool);
  const all = toolsFor(places, await targetOf(options));
  const tools = wanted.length > 0 ? all.filter(({ id }) => wanted.includes(id)) : toolsHere(all);
  if (tools.length === 0) return none(all, options);
  const outcomes: Outcome[] = [];
  const confirm = confirmOf(options);
  for (const tool of tools) outcomes.push(await initTool(tool, { undo: options.undo, confirm }));
  printResult({ undo: options.undo, tools: outcomes }, options, () => outcomes.map(told(tools, options)).join("\n"));
  const unasked = !options.yes && !canAsk(options);
  return outcomes.every(({ status }) => status !== "refused" && !(status === "declined" && unasked));
}

function parseTools(given: string[] = []): ToolId[] {
  const known: readonly string[] = toolIds;
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`--tool must be among ${toolIds.join(", ")}, got "${unknown.join(",")}"`);
  return given as ToolId[]; // each is one of them
}

/** What is taken back needs no server and no key. */
async function targetOf(options: InitOptions): Promise<Target> {
  const { execPath } = process;
  const program: Target["program"] = [execPath, join(packageRoot, "bin", "cairn.mjs")];
  if (options.undo) return { url: "", mcpUrl: "", key: "", gateway: true, program };
  const { port, dataFolder: folder } = readSettings();
  const { CAIRN_URL, CAIRN_KEY } = readEnvironment();
  const here = CAIRN_URL || `http://127.0.0.1:${port}`;
  const url = options.url === undefined ? parseUrl(here, "CAIRN_URL") : parseUrl(options.url, "--url");
  const key = await findKey(options.key, CAIRN_KEY, dataFolder(folder).firstKey);
  return { url, mcpUrl: `${url}/mcp`, key, gateway: !options.mcpOnly, program };
}

function none(tools: Tool[], options: InitOptions): boolean {
  const places = tools.map(({ title, signs }) => `  ${title}: ${signs.join(", ")}`);
  const text = ["No tool was found. Looked for:", ...places, "Use --tool to set one up anyway."];
  printResult({ undo: options.undo, tools: [] }, options, () => text.join("\n"));
  return false;
}

/** Whether somebody can be asked: no program (--json) can, and a person only at a terminal. Else only --yes writes. */
const canAsk = ({ json }: InitOptions) => !json && process.stdin.isTTY;

function confirmOf(options: InitOptions): (tool: Tool, files: ChangedFile[]) => Promise<boolean> {
  const { yes, json, undo } = options;
  // Whoever left the terminal is asked nothing more: the rest stays as it is.
  let left = false;
  return async ({ title }, files) => {
    if (!json) process.stdout.write(`${title}:\n\n${files.map(({ diff }) => diff).join("\n\n")}\n\n`);
    if (yes || left || !canAsk(options)) return yes;
    const answer = await ask(undo ? "Undo this?" : "Write this?", {
      input: process.stdin,
      output: process.stdout,
    });
    left = answer === undefined;
    return answer ?? false;
  };
}

function told(tools: Tool[], options: InitOptions): (outcome: Outcome) => string {
  const { undo } = options;
  return ({ tool, status, files, message }) => {
    const title = tools.find(({ id }) => id === tool)!.title;
    switch (status) {
      case "written": {
        const before = files.flatMap(({ backup }) => (backup?.endsWith(".cairn-backup") ? [backup] : []));
        const kept = before.length === 0 ? "" : ` The previous content is in ${before.join(", ")}.`;
        return undo ? `${title}: undone` : `${title}: written. ${message}\n  Use --undo to undo this.${kept}`;
      }
      case "unchanged":
        return `${title}: ${undo ? "nothing to undo" : "already set up"}`;
      case "declined":
        return `${title}: left as it is${canAsk(options) ? "" : "; there is no terminal to ask on: use --yes to write"}`;
      case "refused":
        return `${title}: ${message}`;
      default:
        return status satisfies never;
    }
  };
}
