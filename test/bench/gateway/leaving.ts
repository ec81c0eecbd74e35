import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "../benchmark.ts";
import { figure, median, quantile } from "../support/stats.ts";
import type { Server } from "./added.ts";
import { chat, chatPath } from "./bodies.ts";

export const goals = {
  leaving: { what: "a caller goes away: the provider learns of it, p99", goal: "<= 50 ms" },
};

const times = 100;
const patienceMs = 5_000;

/** How long after a caller has gone the provider's own connection closes: of a caller of its own, and of one of ours. */
export async function* leaving({ direct, ours }: { direct: Server; ours: Server }): AsyncGenerator<Row> {
  const took: Record<"direct" | "ours", number[]> = { direct: [], ours: [] };
  for (let i = 0; i < times; i++) {
    took.direct.push(await goAway(direct, direct.url, "gpt-slow"));
    took.ours.push(await goAway(ours, direct.url, "openai/gpt-slow"));
  }
  const [floor, own] = [median(took.direct), median(took.ours)];
  yield {
    ...goals.leaving,
    measured: figure(quantile(took.ours, 0.99), "ms"),
    detail: `p50 ${figure(own, "ms")}; without us ${figure(floor, "ms")}; ${times} callers, each after its first chunk`,
  };
}

async function goAway({ url, key, headers }: Server, provider: string, model: string): Promise<number> {
  const before = await leftAtMs(provider);
  const gone = new AbortController();
  const response = await fetch(url + chatPath, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ ...chat(1_000, model), stream: true }),
    signal: gone.signal,
  });
  await response.body!.getReader().read();
  const goneAtMs = performance.timeOrigin + performance.now();
  gone.abort();
  const until = performance.now() + patienceMs;
  for (;;) {
    const left = await leftAtMs(provider);
    if (left !== before) return left - goneAtMs;
    if (performance.now() > until) return Infinity;
    await sleep(1);
  }
}

async function leftAtMs(provider: string): Promise<number> {
  return Number(await (await fetch(`${provider}/left`)).text());
}
