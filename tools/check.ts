/**
 * `npm run check`: everything that must hold before a change lands, each by its own tool. Runs all steps, then says
 * which failed; `npm run check -- lint types` runs only those named.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Step = { name: string; run: () => boolean };

const command =
  (program: string, ...args: string[]) =>
  () =>
    spawnSync(program, args, { stdio: "inherit" }).status === 0;

/** Generates into an empty folder and compares with what is committed: `gen` can always be made anew. */
function generatedIsCurrent(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "cairn-gen-"));
  try {
    // The generator of openapi.json reads the generated annotations, so it works in a copy.
    for (const name of [
      "proto",
      "third_party",
      "tools",
      "src",
      "gen",
      "buf.yaml",
      "buf.gen.yaml",
      "buf.gen.openapi.yaml",
    ])
      cpSync(name, join(folder, name), { recursive: true });
    cpSync("package.json", join(folder, "package.json"));
    const linked = spawnSync("ln", ["-s", join(process.cwd(), "node_modules"), join(folder, "node_modules")]);
    const made = spawnSync("npm", ["run", "--silent", "generate"], { cwd: folder, stdio: "inherit" });
    const same = spawnSync("diff", ["-r", "gen", join(folder, "gen")], { stdio: "inherit" });
    return linked.status === 0 && made.status === 0 && same.status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const steps: Step[] = [
  { name: "format", run: command("prettier", "--check", "--log-level", "warn", ".") },
  { name: "proto-format", run: command("buf", "format", "--diff", "--exit-code", "proto") },
  { name: "lint", run: command("oxlint", "--deny-warnings") },
  { name: "types", run: command("tsc", "-p", ".") },
  { name: "proto-lint", run: command("buf", "lint") },
  { name: "proto-breaking", run: command("buf", "breaking", "proto", "--against", "proto/baseline.binpb") },
  { name: "generated", run: generatedIsCurrent },
  { name: "tests", run: command("vitest", "run") },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step called ${unknown.join(", ")}; there are ${steps.map((s) => s.name).join(", ")}`);
  process.exit(2);
}

const failed: string[] = [];
for (const { name, run } of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (!run()) failed.push(name);
}
console.log(failed.length === 0 ? "\ncheck: all good" : `\ncheck failed: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
