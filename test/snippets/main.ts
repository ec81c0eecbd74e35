/**
 * `npm run snippets [-- ids]`: runs the snippets of docs/gateway.md and docs/mcp.md whose tools are not among this project's packages. Each
 * tool is installed from its registry into a temporary folder; one that cannot be had is skipped, and the reason said.
 */
import { join } from "node:path";
import { claudeCodeChecks, type Check } from "./claude-code/checks.ts";
import { clients, needsNothing, type Client } from "./clients.ts";
import { tryClient } from "./exchange.ts";
import { install, Unavailable } from "./install.ts";
import { mcpChecks, type McpCheck } from "./mcp/checks.ts";
import { endAll } from "./run.ts";
import { World } from "./world.ts";

const furtherChecks: Readonly<Record<string, Readonly<Record<string, Check>>>> = { "claude-code": claudeCodeChecks };

const wanted = process.argv.slice(2);
const own = clients.filter((client) => !needsNothing(client));
const all = [...own, ...mcpChecks].map(({ id }) => id);
const unknown = wanted.filter((id) => !all.includes(id));
if (unknown.length > 0) {
  console.error(`no such client: ${unknown.join(", ")}; there are ${all.join(", ")}`);
  process.exit(2);
}

const count = { good: 0, failed: 0, skipped: 0 };

function report(what: string, outcome: keyof typeof count, lines: string[] = []): void {
  count[outcome]++;
  console.log([`${what}: ${outcome}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}

async function check(what: string, faults: () => Promise<string[]>): Promise<void> {
  try {
    const found = await faults();
    report(what, found.length === 0 ? "good" : "failed", found);
  } catch (error) {
    report(what, error instanceof Unavailable ? "skipped" : "failed", [String(error)]);
  }
}

async function checkClient(client: Client, world: World): Promise<void> {
  const installed = await install(client, join(world.folder, client.id));
  const place = { ...installed.place, env: offline };
  await check(`${client.id} (${installed.versions.join(", ")})`, () => tryClient(client, world, place));
  for (const [name, further] of Object.entries(furtherChecks[client.id] ?? {}))
    await check(`${client.id}, ${name}`, () => further(world, place));
}

async function checkMcp({ id, npm, faults }: McpCheck, world: World): Promise<void> {
  const { place, versions } = await install({ npm }, join(world.folder, id));
  await check(`${id} (${versions.join(", ")})`, () => faults(world, { ...place, env: offline }));
}

/** Tools that would also talk to others find nobody there. */
const offline = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" };

await using world = await World.start();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    endAll();
    void world[Symbol.asyncDispose]().finally(() => process.exit(130));
  });
}
const checks = [
  ...own.map((client) => ({ id: client.id, run: () => checkClient(client, world) })),
  ...mcpChecks.map((each) => ({ id: each.id, run: () => checkMcp(each, world) })),
];
for (const { id, run } of checks) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  await run().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    report(id, "skipped", [String(error)]);
  });
}
console.log(`${count.good} good, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;
