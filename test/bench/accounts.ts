import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { makeAccounts } from "./support/accounts.ts";
import { quickEmbedder, scratchFolder, startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { fillAccounts } from "./support/fill.ts";
import { interleave } from "./support/interleave.ts";
import { sequential } from "./support/load.ts";
import { memoryOf } from "./support/process.ts";
import { randomFrom } from "./support/random.ts";
import { search, type Timed } from "./support/search.ts";
import { settled } from "./support/settle.ts";
import { figure, median, medianRatio, quantile } from "./support/stats.ts";
import { syntheticMessages, syntheticQueries } from "./support/texts.ts";

export const goals = {
  warm: { what: "accounts of 200 memories, searches spread over them: p50 against one account", goal: "<= 1.5 x" },
  cold: { what: "the cold first search of an account of 200, p50", goal: "<= 30 ms" },
};

const memories = 200;
const searchesARound = 200;
const queries = syntheticQueries(100);

export async function* run({ accounts, rounds }: Options): AsyncGenerator<Row> {
  const data = scratchFolder();
  const env = await quickEmbedder();
  const keys = await fill(data, env, accounts);

  const server = await startCairn({ data, env });
  const client = new Client(server);
  const one = (key: string) => (i: number) => search(client, queries[i % queries.length]!, key);
  const [first, ...others] = keys as [string, ...string[]];
  await sequential(searchesARound, one(first)); // its vectors are kept, the queries' too
  const cold = await sequential(others.length, (i) => one(others[i]!)(i));
  yield {
    ...goals.cold,
    measured: figure(median(cold.map(({ ms }) => ms)), "ms"),
    detail: `round trip of ${cold.length} accounts' first search since the start, p95 ${p95(cold)}; timing_ms p50 ${inside(cold)}`,
  };

  const random = randomFrom(5);
  const timed = { spread: [] as Timed[], one: [] as Timed[] };
  const round = (side: Timed[], key: () => string) => async () => {
    const own = await sequential(searchesARound, (i) => one(key())(i));
    side.push(...own);
    return median(own.map(({ ms }) => ms));
  };
  const sides = await interleave(rounds, {
    spread: round(timed.spread, () => others[Math.floor(random() * others.length)]!),
    one: round(timed.one, () => first),
  });
  yield {
    ...goals.warm,
    what: `${accounts} ${goals.warm.what}`,
    measured: figure(median(sides.spread), "ms"),
    ratio: medianRatio(sides.spread, sides.one),
    detail:
      `round trip, p95 ${p95(timed.spread)}; one account ${figure(median(sides.one), "ms")}; timing_ms ` +
      `${inside(timed.spread)} and ${inside(timed.one)}; resident memory ${figure(memoryOf(server.pid).residentMb, "MB")}`,
  };
}

/** By a server that ends then: what it kept in memory must not help. */
async function fill(data: string, env: Record<string, string>, count: number): Promise<string[]> {
  const server = await startCairn({ data, env });
  const client = new Client(server, 4);
  const keys = await makeAccounts(data, count);
  await fillAccounts(client, keys, (index) => syntheticMessages(memories, index + 1));
  await settled(client, data);
  await server.stop();
  return keys;
}

const p95 = (timed: Timed[]) =>
  figure(
    quantile(
      timed.map(({ ms }) => ms),
      0.95,
    ),
    "ms",
  );
const inside = (timed: Timed[]) => figure(median(timed.map(({ timingMs }) => timingMs)), "ms");
