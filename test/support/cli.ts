import { spawn } from "node:child_process";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

export type Finished = { code: number | null; stdout: string; stderr: string };

/** Runs a command of the program to its end. */
export function cairn(args: string[], env: Record<string, string>, input = ""): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, CAIRN_LOG: "warn", ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) => done({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}
