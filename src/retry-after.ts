import type { HeaderFields } from "./call.ts";

/** What `retry-after-ms`, or else `retry-after`, asks for: seconds, or a date. `undefined` where neither can be read. */
export function retryAfterMs(headers: HeaderFields, nowMs = Date.now()): number | undefined {
  const ms = positive(headers["retry-after-ms"]);
  if (ms !== undefined) return ms;
  const seconds = positive(headers["retry-after"]);
  if (seconds !== undefined) return seconds * 1_000;
  const date = String(headers["retry-after"]);
  return date.endsWith("GMT") ? waitUntil(Date.parse(date), nowMs) : undefined;
}

function waitUntil(atMs: number, nowMs: number): number | undefined {
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

function positive(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^\d+(\.\d+)?$/u.test(value) ? Number(value) : undefined;
}
