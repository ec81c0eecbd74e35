import type { Client } from "./client.ts";

/** What the server tells Prometheus: by name, summed over labels. */
export async function readMetrics(client: Client): Promise<Map<string, number>> {
  const { body } = await client.get("/metrics");
  const values = new Map<string, number>();
  for (const line of body.split("\n")) {
    const match = /^([a-z0-9_]+)(?:\{.*\})? (\S+)$/u.exec(line);
    if (match) values.set(match[1]!, (values.get(match[1]!) ?? 0) + Number(match[2]));
  }
  return values;
}

/** Of the event loop's delay, what it had counted up to each bound, in seconds. */
export type LoopDelay = { boundS: number; count: number }[];

export async function readLoopDelay(client: Client): Promise<LoopDelay> {
  const { body } = await client.get("/metrics");
  const lines = body.matchAll(/^cairn_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gmu);
  return Array.from(lines, ([, le, count]) => ({
    boundS: le === "+Inf" ? Infinity : Number(le),
    count: Number(count),
  }));
}

/** The delay that all but one of a hundred timers between two readings had at most: within its bucket, in proportion. */
export function loopDelayP99(before: LoopDelay, after: LoopDelay): number {
  const counts = after.map(({ boundS, count }, i) => ({ boundS, count: count - before[i]!.count }));
  const rank = 0.99 * counts.at(-1)!.count;
  const at = counts.findIndex(({ count }) => count >= rank);
  const [below, reached] = [counts[at - 1] ?? { boundS: 0, count: 0 }, counts[at]!];
  if (reached.boundS === Infinity || reached.count === below.count) return reached.boundS;
  return below.boundS + ((reached.boundS - below.boundS) * (rank - below.count)) / (reached.count - below.count);
}

/** One value. Throws where the server does not tell it. */
export async function readMetric(client: Client, name: string): Promise<number> {
  const value = (await readMetrics(client)).get(name);
  if (value === undefined) throw new Error(`the server has no metric ${name}`);
  return value;
}
