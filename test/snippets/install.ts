import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Client } from "./clients.ts";
import type { Place } from "./exchange.ts";
import { run } from "./run.ts";

const timeoutMs = 300_000;
const claudeCode = "@anthropic-ai/claude-code";

/** Why a tool cannot be had here: the registry does not answer, or the machine has none of what it needs. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

export type Installed = { place: Place; versions: string[] };

/** Installs what a client needs into a folder of its own; no script of a package is run. Errors: Unavailable. */
export async function install({ npm, pip }: Pick<Client, "npm" | "pip">, folder: string): Promise<Installed> {
  mkdirSync(folder, { recursive: true });
  if (pip !== undefined) return installPython(pip, folder);
  return installNode(npm ?? [], folder);
}

async function installNode(packages: string[], folder: string): Promise<Installed> {
  writeFileSync(join(folder, "package.json"), "{}");
  // A package's newest version may want a newer Node than the one that npm finds by itself.
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  await installer("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], folder, { PATH });
  const names = packages.map((each) => each.replace(/(?<=.)@.*$/u, ""));
  const versions = names.map((name) => `${name} ${versionOf(join(folder, "node_modules", name))}`);
  const programs = [...(names.includes(claudeCode) ? [linkClaudeCode(folder)] : []), join(folder, "node_modules/.bin")];
  return { place: { folder, programs }, versions };
}

function versionOf(path: string): string {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { version: string };
  return version;
}

/** The program is in a package of the platform: the script that would link it is not run. Errors: Unavailable. */
function linkClaudeCode(folder: string): string {
  const name = `${claudeCode}-${process.platform}-${process.arch}`;
  const paths = ["", "-musl"].map((libc) => join(folder, "node_modules", name + libc, "claude"));
  const path = paths.find((each) => existsSync(each));
  if (path === undefined) throw new Unavailable(`there is no ${name}`);
  const programs = join(folder, "programs");
  mkdirSync(programs);
  symlinkSync(path, join(programs, "claude"));
  return programs;
}

async function installPython(packages: string[], folder: string): Promise<Installed> {
  await installer("python3", ["-m", "venv", "venv"], folder);
  const programs = join(folder, "venv/bin");
  await installer(join(programs, "pip"), ["install", "--quiet", ...packages], folder);
  const listed = await installer(join(programs, "pip"), ["list", "--format", "json"], folder);
  const all = JSON.parse(listed) as { name: string; version: string }[];
  const versions = all.filter(({ name }) => packages.includes(name)).map(({ name, version }) => `${name} ${version}`);
  return { place: { folder, programs: [programs] }, versions };
}

async function installer(program: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const finished = await run(program, args, { cwd, env: { ...process.env, ...env }, timeoutMs }).catch(
    (error: unknown) => {
      throw new Unavailable(`there is no ${program}: ${String(error)}`);
    },
  );
  if (finished.code === 0) return finished.stdout;
  throw new Unavailable(`${program} ${args[0]} ended with ${finished.code}: ${finished.stderr.trim().slice(-500)}`);
}
