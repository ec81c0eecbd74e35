import type { Logger } from "../observe/log.ts";

/** Logs what went wrong behind the answers, and goes on. */
export function warning(log: Logger, what: string) {
  return (error: unknown, account?: string) => log.warn({ err: error, account }, what);
}
