import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { finished, type Finished } from "./finished.ts";

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

/** Runs a command of the program to its end. */
export function cairn(args: string[], env: Record<string, string>, input = ""): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, CAIRN_LOG: "warn", ...env } });
  child.stdin.end(input);
  return finished(child);
}
