import { spawn } from "node:child_process";
import { finished, type Finished } from "../support/finished.ts";

export type RunOptions = { cwd: string; env: Record<string, string | undefined>; timeoutMs: number };

const running = new Set<number>();

/** Ends all that still runs: who starts programs in groups of their own must end them too. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

/** Runs a program in a process group of its own, which ends with it, or after a time. Errors: that it cannot start. */
export async function run(program: string, args: string[], { cwd, env, timeoutMs }: RunOptions): Promise<Finished> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) running.add(child.pid);
  let timeout = "";
  const timer = setTimeout(() => {
    timeout = `\nended after ${timeoutMs} ms\n`;
    endGroup(child.pid);
  }, timeoutMs);
  try {
    const { code, stdout, stderr } = await finished(child);
    return { code, stdout, stderr: stderr + timeout };
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
  }
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
