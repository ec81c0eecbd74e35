/**
 * `npm run client:runtimes [-- names]`: uses the packed client on platforms that are not Node. Each is installed from npm into a
 * temporary folder; one that cannot be had is skipped, and the reason said.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startServer } from "../../support/server.ts";
import { platforms, type Place, type Platform } from "./platforms.ts";

const expected = JSON.stringify({
  contents: ["one", "two", "three"],
  status: "recorded",
  field: "limit",
  late: "late",
});
const root = resolve(import.meta.dirname, "../../..");
const wanted = process.argv.slice(2);
const count = { good: 0, failed: 0, skipped: 0 };

function npm(cwd: string, packages: string[]): void {
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...packages];
  execFileSync("npm", args, { cwd, stdio: ["ignore", "ignore", "pipe"], timeout: 300_000 });
}

function report(name: string, outcome: keyof typeof count, reason = ""): void {
  count[outcome]++;
  console.log(`${name}: ${outcome}${reason && ` (${reason})`}`);
}

async function tryOn(name: string, { packages, use }: Platform, place: Place): Promise<void> {
  try {
    npm(place.folder, packages);
  } catch (error) {
    return report(name, "skipped", `npm has no ${packages.join(", ")}: ${String(error).slice(0, 300)}`);
  }
  try {
    const said = await use(place);
    report(name, said === expected ? "good" : "failed", said === expected ? "" : said);
  } catch (error) {
    report(name, "failed", String(error));
  }
}

const folder = mkdtempSync(join(tmpdir(), "cairn-runtimes-"));
const server = await startServer({ env: { CAIRN_CORS_ORIGINS: "*" } });
try {
  const pack = [join(root, "tools/client/pack.ts"), folder];
  const tarball = execFileSync(process.execPath, pack, { encoding: "utf8" }).trim();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  cpSync(join(import.meta.dirname, "program.mjs"), join(folder, "program.mjs"));
  npm(folder, [tarball]);
  for (const [name, platform] of Object.entries(platforms)) {
    if (wanted.length === 0 || wanted.some((each) => name.startsWith(each)))
      await tryOn(name, platform, { folder, server });
  }
} finally {
  await server.remove();
  rmSync(folder, { recursive: true });
}
console.log(`${count.good} good, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;
