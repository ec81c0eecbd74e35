import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const tsc = join(root, "node_modules/typescript/bin/tsc");
const execute = promisify(execFile);

/** An empty folder of a user's into which the client is installed from its tarball. */
export class Project {
  readonly folder: string;
  readonly tarball: string;
  readonly #around: string;

  constructor() {
    this.#around = mkdtempSync(join(tmpdir(), "cairn-project-"));
    this.folder = join(this.#around, "project");
    const packed = [join(root, "tools/client/pack.ts"), join(this.#around, "packed")];
    this.tarball = execFileSync(process.execPath, packed, { encoding: "utf8" }).trim();
    mkdirSync(this.folder);
    this.write("package.json", '{ "type": "module" }');
    // It has no dependencies: nothing needs to be fetched.
    const args = ["install", "--offline", "--no-audit", "--no-fund", this.tarball];
    execFileSync("npm", args, { cwd: this.folder, stdio: "pipe" });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Compiles strictly, declarations of the package included. Throws what the compiler says. */
  async compile(...files: string[]): Promise<void> {
    const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--lib", "es2023,dom"];
    const modules = ["--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false", "--typeRoots", "none"];
    await execute(process.execPath, [tsc, ...strict, ...modules, ...files], { cwd: this.folder }).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
      },
    );
  }

  /** Runs a program on the oldest Node that the package must work on and the machine has; answers what it prints. */
  async run(file: string, env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: this.folder, env: { ...process.env, ...env } };
    return (await execute(oldestNode(), [file], options)).stdout;
  }

  remove(): void {
    rmSync(this.#around, { recursive: true });
  }
}

/** The machine's own Node, if it is an old one that the package must work on; else the one that runs this. */
function oldestNode(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const found = folders.flatMap((each) => {
    try {
      const version = execFileSync(join(each, "node"), ["--version"], { encoding: "utf8" });
      return [{ path: join(each, "node"), major: Number(/^v(\d+)/.exec(version)?.[1]) }];
    } catch {
      return [];
    }
  });
  const fit = found.filter(({ major }) => major >= 20).toSorted((a, b) => a.major - b.major);
  return fit[0]?.path ?? process.execPath;
}
