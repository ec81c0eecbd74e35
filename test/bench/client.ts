import { Cairn } from "../../src/client/index.ts";
import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { quickEmbedder, startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { addAll } from "./support/fill.ts";
import { interleave } from "./support/interleave.ts";
import { sequential } from "./support/load.ts";
import { settled } from "./support/settle.ts";
import { figure, median, medianRatio, range } from "./support/stats.ts";
import { syntheticMessages, syntheticQueries } from "./support/texts.ts";

export const goals = {
  search: {
    what: "a search through the TypeScript client, round trip, p50",
    goal: "<= 1.15 x a raw fetch of the same",
  },
};

const queries = syntheticQueries(100);
const memories = 1_000;
const requestsARound = 400;

/** Both use the same `fetch`, connections included, and read the same JSON. */
export async function* run({ rounds }: Options): AsyncGenerator<Row> {
  const server = await startCairn({ env: await quickEmbedder() });
  const filler = new Client(server);
  await addAll(filler, syntheticMessages(memories));
  await settled(filler, server.data);
  const cairn = new Cairn({ apiKey: server.key, baseUrl: server.url });

  const request = (index: number) => ({ query: queries[index % queries.length]!, limit: 10 });
  const raw = async (index: number): Promise<void> => {
    const response = await fetch(`${server.url}/api/v1/memory/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify(request(index)),
    });
    if (!response.ok) throw new Error(`search answered ${response.status}`);
    await response.json();
  };
  const ms = await interleave(rounds, {
    raw: () => medianMs(raw),
    client: () => medianMs((index) => cairn.search(request(index))),
  });
  yield {
    ...goals.search,
    measured: figure(median(ms.client), "ms"),
    ratio: medianRatio(ms.client, ms.raw),
    detail: `${range(ms.client, "ms")} in ${rounds} rounds of ${requestsARound}, ${memories} memories; raw ${figure(median(ms.raw), "ms")}`,
  };
}

async function medianMs(one: (index: number) => Promise<unknown>): Promise<number> {
  const all = await sequential(requestsARound, async (index) => {
    const startedAtMs = performance.now();
    await one(index);
    return performance.now() - startedAtMs;
  });
  return median(all);
}
