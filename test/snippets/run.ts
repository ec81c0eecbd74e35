import { spawn } from "node:child_process";
import type { Finished } from "../support/cli.ts";

export type RunOptions = { cwd: string; env: Record<string, string | undefined>; timeoutMs: number };

const running = new Set<number>();

/** Ends all that still runs: who starts programs in groups of their own must end them too. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

/** Runs a program in a process group of its own, which ends with it, or after a time. Errors: that it cannot start. */
export function run(program: string, args: string[], { cwd, env, timeoutMs }: RunOptions): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    if (child.pid !== undefined) running.add(child.pid);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const timer = setTimeout(() => {
      stderr += `\nended after ${timeoutMs} ms\n`;
      endGroup(child.pid);
    }, timeoutMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      endGroup(child.pid);
      done({ code, stdout, stderr });
    });
  });
}

/** What is left of a program that was started detached. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid === undefined) return;
    running.delete(pid);
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}
