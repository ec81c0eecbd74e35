import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export type Finished = { code: number | null; stdout: string; stderr: string };

/** What a child printed, of what is piped, and how it ended. To be called as soon as it is made. Errors: that it cannot start. */
export async function finished(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null]; // as Node declares the event
  return { code, stdout, stderr };
}
