import { readdir, readFile } from "node:fs/promises";
import { systemCode } from "../error.ts";
import type { Logger } from "./log.ts";

const intervalMs = 60_000;
/** The share of the descriptors from which on it is told: behind the last one, the system cuts connections in silence. */
const nearly = 0.9;

/** Warns once a minute while the process has few file descriptors left (Linux). */
export function watchDescriptors(log: Logger): Disposable {
  const timer = setInterval(() => void warnIfFew(log), intervalMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Warns where few are left of `max`, by default what the system allows this process. */
export async function warnIfFew(log: Pick<Logger, "warn">, max?: number): Promise<void> {
  const what =
    "nearly all file descriptors are in use; when none are left, connections are cut: raise the limit (ulimit -n)";
  try {
    const allowed = max ?? Number(/^Max open files\s+(\d+)/mu.exec(await readFile("/proc/self/limits", "utf8"))?.[1]);
    const open = (await readdir("/proc/self/fd")).length;
    if (open > allowed * nearly) log.warn({ open, allowed }, what);
  } catch (error) {
    // Elsewhere than on Linux there is nothing to read.
    if (systemCode(error) === "EMFILE" || systemCode(error) === "ENFILE") log.warn({ err: error }, what);
  }
}
