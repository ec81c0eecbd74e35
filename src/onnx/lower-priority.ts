import { setPriority } from "node:os";

/**
 * For a worker whose work may come later: where cores are short, whoever answers goes first. Linux gives each thread a priority
 * of its own, and this thread's to those that the runtime starts from it; elsewhere it would be the whole process's.
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(10);
}
