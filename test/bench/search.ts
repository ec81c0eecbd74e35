import { dataFolder } from "../../src/server/data-folder.ts";
import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { fingerprintOf, quickEmbedder, startCairn } from "./support/cairn.ts";
import { startChild } from "./support/child.ts";
import { Client } from "./support/client.ts";
import { addAll } from "./support/fill.ts";
import { interleave } from "./support/interleave.ts";
import { sequential } from "./support/load.ts";
import { memoryOf } from "./support/process.ts";
import { search, type Timed } from "./support/search.ts";
import { settled } from "./support/settle.ts";
import { figure, median, medianRatio, quantile } from "./support/stats.ts";
import { syntheticMessages, syntheticQueries } from "./support/texts.ts";

export const goals = {
  resident: { what: "search less the query's embedding, p50, 1,000 memories (resident)", goal: "<= 1 ms" },
  base: { what: "the same at", goal: "<= 1.5 x the raw LanceDB pair" },
  recall: { what: "recall of the base's candidates against a full scan, at 10,", goal: ">= .98" },
  memory: { what: "resident memory,", goal: "<= 700 MB" },
};

/** All in the server's cache of queries, so that no model is asked while it is measured. */
const queries = syntheticQueries(100);
/** What an account may have and still be searched in memory alone: CAIRN_RESIDENT_ROWS. */
const residentRows = 4_000;

/** One account that grows from size to size. */
export async function* run({ sizes, rounds }: Options): AsyncGenerator<Row> {
  const env = await quickEmbedder();
  const server = await startCairn({ env });
  const client = new Client(server);
  const messages = syntheticMessages(Math.max(...sizes));
  let filled = 0;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const startedAtMs = performance.now();
    await addAll(client, messages.slice(filled, size));
    filled = size;
    await settled(client, server.data);
    console.log(`search: ${size} memories after ${figure((performance.now() - startedAtMs) / 1_000, "s")}`);
    await sequential(queries.length, (i) => search(client, queries[i]!));
    if (size <= residentRows) {
      yield await resident(client, rounds);
      continue;
    }
    yield await base(client, server.data, size, rounds);
    yield await recall(server.data, fingerprintOf(env), size);
    const { residentMb, anonymousMb, peakMb } = memoryOf(server.pid);
    const detail = `${figure(anonymousMb, "MB")} of it anonymous; the peak while filling ${figure(peakMb, "MB")}`;
    yield {
      ...goals.memory,
      what: `${goals.memory.what} ${size} memories`,
      measured: figure(residentMb, "MB"),
      detail,
    };
  }
}

async function resident(client: Client, rounds: number): Promise<Row> {
  const timed = (await sequential(rounds, () => round(client))).flat();
  return { ...goals.resident, measured: figure(median(inside(timed)), "ms"), detail: detailOf(timed) };
}

async function base(client: Client, data: string, size: number, rounds: number): Promise<Row> {
  const floor = await startChild<{ rows: number }, string[], number[]>("lance", [dataFolder(data).base]);
  const timed: Timed[] = [];
  const { cairn, lance } = await interleave(rounds, {
    async cairn() {
      const own = await round(client);
      timed.push(...own);
      return median(inside(own));
    },
    lance: async () => median(await floor.ask(queries)),
  });
  await floor.stop();
  return {
    ...goals.base,
    what: `${goals.base.what} ${size} memories (base)`,
    measured: figure(median(cairn), "ms"),
    ratio: medianRatio(cairn, lance),
    detail: `${detailOf(timed)}; the raw pair ${figure(median(lance), "ms")} over ${floor.hello.rows} rows`,
  };
}

async function recall(data: string, fingerprint: string, size: number): Promise<Row> {
  type Shares = { first: number; all: number };
  const child = await startChild<{ rows: number }, string[], Shares>("recall", [dataFolder(data).base, fingerprint]);
  const { first, all } = await child.ask(queries);
  await child.stop();
  return {
    ...goals.recall,
    what: `${goals.recall.what} ${size} memories`,
    measured: first.toFixed(4),
    detail: `${queries.length} queries; true first 10 by cosine among the first 200; ${all.toFixed(4)} of the true first 200`,
  };
}

/** Every query once. */
function round(client: Client): Promise<Timed[]> {
  return sequential(queries.length, (i) => search(client, queries[i]!));
}

const inside = (timed: Timed[]) => timed.map(({ timingMs }) => timingMs);

function detailOf(timed: Timed[]): string {
  const outside = timed.map(({ ms }) => ms);
  return (
    `timing_ms, p95 ${figure(quantile(inside(timed), 0.95), "ms")}; ` +
    `round trip p50 ${figure(median(outside), "ms")}, p95 ${figure(quantile(outside, 0.95), "ms")}`
  );
}
