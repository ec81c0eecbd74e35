import { writeFileSync } from "node:fs";

/**
 * Where memory runs out, Linux ends the process that weighs most, which is often the server beside a command. From here on
 * it is this one: a command can be run again.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Where /proc is hidden, things are as they were.
  }
}
