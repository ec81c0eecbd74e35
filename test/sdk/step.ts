import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../snippets/run.ts";
import type { Command } from "./languages.ts";

/** Why something cannot be tried here: a program is missing, or what fetches one has failed. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

export type Place = { cwd: string; env?: Record<string, string> };

// A first build of Rust's libraries takes minutes where the machine does much else.
const timeoutMs = 1_200_000;
// npm and what it installs may want a newer Node than the one that is found by itself.
const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);

/** Runs a program behind all others and tells what it printed. Errors: it ended with another code than 0. */
export async function step([program, ...args]: Command, { cwd, env = {} }: Place): Promise<string> {
  const nice = process.platform === "win32" ? [] : ["nice", "-n", "10"];
  const [first, ...others] = [...nice, program, ...args] as unknown as Command; // program is one, if nice is not
  const finished = await run(first, others, { cwd, env: { ...process.env, PATH, ...env }, timeoutMs });
  if (finished.code === 0) return finished.stdout;
  const printed = `${finished.stdout}\n${finished.stderr}`.trim().slice(-4_000);
  throw new Error(`${program} ${args.join(" ")} ended with ${finished.code}:\n${printed}`);
}

/** The same, where a failure says that something cannot be had. Errors: Unavailable. */
export async function fetched(command: Command, place: Place): Promise<string> {
  return step(command, place).catch((error: unknown) => {
    throw new Unavailable(error instanceof Error ? error.message : String(error));
  });
}

/** Errors: Unavailable. */
export function needs(programs: string[]): void {
  const folders = PATH.split(delimiter);
  const missing = programs.find((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing !== undefined) throw new Unavailable(`no ${missing} on this machine`);
}
