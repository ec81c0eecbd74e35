/**
 * `npm run client:pack [-- folder]`: compiles src/client with what is generated for it, and packs it as a package of its own
 * into the folder (default: `dist`). Prints the path of the tarball.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const target = resolve(process.argv[2] ?? join(root, "dist"));
const stage = mkdtempSync(join(tmpdir(), "cairn-client-"));

function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stdout + stderr}`);
}

/** By npm's own program, where npm runs this: Windows cannot start its command without a shell. */
function npm(args: string[], cwd: string): string {
  const { npm_execpath: cli = "" } = process.env;
  return cli === "" ? run("npm", args, cwd) : run(process.execPath, [cli, ...args], cwd);
}

function versioned(text: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return `${JSON.stringify({ ...(JSON.parse(text) as object), version }, null, 2)}\n`;
}

try {
  const client = join(root, "src/client");
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  run(process.execPath, [tsc, "-p", client, "--outDir", join(stage, "dist")], root);
  writeFileSync(join(stage, "package.json"), versioned(readFileSync(join(client, "package.json"), "utf8")));
  cpSync(join(client, "README.md"), join(stage, "README.md"));
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  mkdirSync(target, { recursive: true });
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", target], stage)) as { filename: string }[];
  console.log(join(target, packed!.filename));
} finally {
  rmSync(stage, { recursive: true });
}
