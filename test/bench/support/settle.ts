import { tailBounds } from "../../../src/memory/background/flushing/flusher.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { parseConfig } from "../../../src/config/config.ts";
import { openStorage } from "../../../src/server/storage.ts";
import type { Client } from "./client.ts";
import { readMetric } from "./metrics.ts";
import { cpuMs } from "./process.ts";

const pollMs = 250;
/** Timers and housekeeping take less. */
const restingCores = 0.1;
const timeoutMs = 10 * 60_000;

/** How many memories wait for their vector. */
export function backlogOf(client: Client): Promise<number> {
  return readMetric(client, "cairn_embeddings_waiting");
}

export async function embeddingDone(client: Client): Promise<void> {
  await until("every memory has its vector", async () => (await backlogOf(client)) === 0);
}

/** The server does nothing any more: what was written is embedded and read. */
export async function idle(pid: number): Promise<void> {
  let calm = 0;
  await until("the server rests", async () => {
    const before = { atMs: performance.now(), cpuMs: cpuMs(pid) };
    await sleep(pollMs / 2);
    const cores = (cpuMs(pid) - before.cpuMs) / (performance.now() - before.atMs);
    calm = cores < restingCores ? calm + 1 : 0;
    return calm === 2;
  });
}

/** Every vector is stored, and no account's tail is long enough to be flushed. */
export async function settled(client: Client, data: string, env: Record<string, string> = {}): Promise<void> {
  await embeddingDone(client);
  const { residentRows } = parseConfig(env, ".").config!; // such a server was started: there are no errors
  const storage = await openStorage({ dataFolder: data });
  try {
    const bounds = tailBounds(residentRows);
    await until("every long tail is flushed", async () => (await storage.flushes.due(bounds, 1)).length === 0);
  } finally {
    await storage.database.close();
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`not in ${timeoutMs / 60_000} minutes: ${what}`);
    await sleep(pollMs);
  }
}
