import type { Client } from "./client.ts";

/** `timingMs` is the server's own, `ms` the round trip. */
export type Timed = { ms: number; timingMs: number; found: number };

export async function search(client: Client, query: string, key?: string): Promise<Timed> {
  const { body, ms } = await client.post("/api/v1/memory/search", { query }, key);
  const { timing_ms, results } = JSON.parse(body) as { timing_ms: number; results: unknown[] };
  return { ms, timingMs: timing_ms, found: results.length };
}
