import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process. Times are of all its threads. */

/** CPU time in milliseconds. Exact to a microsecond, but for threads that have ended meanwhile. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce((sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]), 0) / 1e6
  );
}

export type Memory = { residentMb: number; anonymousMb: number; peakMb: number };

export function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`);
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "mu").exec(status)?.[1]) / 1_024;
  return { residentMb: mb("VmRSS"), anonymousMb: mb("RssAnon"), peakMb: mb("VmHWM") };
}

/** A point in time to count from. */
export type CpuMark = { atMs: number; busyMs: number; ownMs: number };

export function markCpu(): CpuMark {
  return { atMs: performance.now(), busyMs: busyMs(), ownMs: ownMs() };
}

/** How many cores processes outside this run used since then: what says whether a figure was disturbed. */
export function otherCores(mark: CpuMark): number {
  const now = markCpu();
  return Math.max(0, now.busyMs - mark.busyMs - (now.ownMs - mark.ownMs)) / (now.atMs - mark.atMs);
}

const msPerTick = 10;

/** User, nice and system time of the whole machine. */
function busyMs(): number {
  const [, user, nice, system] = read("/proc/stat").split("\n")[0]!.split(/\s+/u).map(Number);
  return (user! + nice! + system!) * msPerTick;
}

/** Of this process, its living descendants, and what those have waited for. */
function ownMs(): number {
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/u.test(entry))) {
    const fields = read(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    stats.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const isOwn = (pid: number): boolean => {
    const parent = pid === process.pid ? pid : (stats.get(pid)?.parent ?? 0);
    return parent === process.pid || (parent > 1 && isOwn(parent));
  };
  return [...stats].reduce((sum, [pid, { ticks }]) => (isOwn(pid) ? sum + ticks * msPerTick : sum), 0);
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
