import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";
import { readMetric, readMetrics } from "./metrics.ts";

const backlogName = "cairn_embedding_backlog";
const pollMs = 250;
const timeoutMs = 30 * 60_000;

/** How many memories wait for their vector. */
export function backlogOf(client: Client): Promise<number> {
  return readMetric(client, backlogName);
}

export async function embeddingDone(client: Client): Promise<void> {
  await until(`${backlogName} is 0`, async () => (await backlogOf(client)) === 0);
}

const tailName = "cairn_tail_rows";
const quietMs = 3_000;

/** Every vector is stored, and nothing moves between memory and base any more. */
export async function settled(client: Client): Promise<void> {
  await embeddingDone(client);
  let last = Number.NaN;
  let sinceMs = performance.now();
  await until("the tail is at rest", async () => {
    const tail = (await readMetrics(client)).get(tailName) ?? 0;
    if (tail !== last) sinceMs = performance.now();
    last = tail;
    return performance.now() - sinceMs > quietMs;
  });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`waited ${timeoutMs / 60_000} minutes, but not: ${what}`);
    await sleep(pollMs);
  }
}
