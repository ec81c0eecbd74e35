import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { scratchFolder, startCairn } from "./support/cairn.ts";
import { startChild, type Child } from "./support/child.ts";
import { Client } from "./support/client.ts";
import { englishTexts, message } from "./support/english.ts";
import { interleave } from "./support/interleave.ts";
import { closedLoop, sequential, spread } from "./support/load.ts";
import { figure, median, medianRatio, quantile, range } from "./support/stats.ts";

export const goals = {
  alone: { what: "acknowledged write p50, one client", goal: "<= 1.5 x (bare echo + one bare SQLite FULL commit)" },
  path: { what: "the same while nothing is embedded (the embedder is down)", goal: "as above" },
  many: { what: "acknowledged writes/s, 64 clients", goal: ">= 2 x one-by-one FULL commits of bare SQLite" },
  manyPath: { what: "the same while nothing is embedded (the embedder is down)", goal: "as above" },
  tens: { what: "messages/s, 64 clients, ten in a request", goal: "as above" },
};

const writesARound = 200;
/** To each side before anything is counted: a server is measured that has been up for a minute, not for a second. */
const warmUpWrites = 3_000;
const clients = 64;
const batchSize = 10;
/** Nobody listens there. */
const downEmbedder = {
  CAIRN_EMBEDDER: "openai",
  CAIRN_EMBEDDER_URL: "http://127.0.0.1:9/v1",
  CAIRN_EMBEDDER_MODEL: "none",
  CAIRN_EMBEDDER_DIMENSIONS: "384",
};

const texts = englishTexts(5_000);
const body = (index: number) => message(texts[index % texts.length]!, index);
const batch = (from: number) => Array.from({ length: batchSize }, (_, i) => body(from + i));

type Floor = Child<{ url: string }, { body: string; ms: number }, number>;
/** The server with the built-in model, and the one without. */
type Sides = { cairn: Client; silent: Client; floor: Floor };

export async function* run({ rounds, seconds }: Options): AsyncGenerator<Row> {
  const floor: Floor = await startChild("commit", [scratchFolder()]);
  const silent = new Client(await startCairn({ env: downEmbedder }), clients);
  const cairn = new Client(await startCairn(), clients);
  for (const client of [cairn, silent, new Client(floor.hello, clients)]) {
    await spread(warmUpWrites, clients, (i) => client.post("/api/v1/working", body(i)));
  }
  yield* oneClient({ cairn, silent, floor }, rounds);
  yield* manyClients({ cairn, silent, floor }, rounds, seconds);
}

async function* oneClient({ cairn, silent, floor }: Sides, rounds: number): AsyncGenerator<Row> {
  const p50 = (client: Client) => async () => {
    const replies = await sequential(writesARound, (i) => client.post("/api/v1/working", body(i)));
    return median(replies.map(({ ms }) => ms));
  };
  const bare = new Client(floor.hello);
  const ms = await interleave(rounds, { cairn: p50(cairn), floor: p50(bare), silent: p50(silent) });
  const against = (side: number[]) => ({
    measured: figure(median(side), "ms"),
    ratio: medianRatio(side, ms.floor),
    detail: `${range(side, "ms")} in ${rounds} rounds of ${writesARound}; the floor ${figure(median(ms.floor), "ms")}`,
  });
  yield { ...goals.alone, ...against(ms.cairn) };
  yield { ...goals.path, ...against(ms.silent) };
}

async function* manyClients({ cairn, silent, floor }: Sides, rounds: number, seconds: number): AsyncGenerator<Row> {
  const { hello } = await startChild<{ url: string }>("echo");
  const echo = new Client(hello, clients);
  const latencies = { cairn: [] as number[], silent: [] as number[] };
  const rate = async (client: Client, ms: number[] = []) => {
    const load = await closedLoop({ clients, seconds }, (i) => client.post("/api/v1/working", body(i)));
    for (const each of load.ms) ms.push(each);
    return load.count / load.seconds;
  };
  const perSecond = await interleave(rounds, {
    cairn: () => rate(cairn, latencies.cairn),
    silent: () => rate(silent, latencies.silent),
    floor: () => floor.ask({ body: JSON.stringify(body(0)), ms: seconds * 1_000 }),
    echo: () => rate(echo),
    async tens() {
      const one = (i: number) => cairn.post("/api/v1/working/batch", { messages: batch(i * batchSize) });
      const load = await closedLoop({ clients, seconds }, one);
      return (load.count * batchSize) / load.seconds;
    },
  });
  const against = (side: "cairn" | "silent") => ({
    measured: figure(median(perSecond[side]), "/s"),
    ratio: medianRatio(perSecond[side], perSecond.floor),
    detail:
      `${range(perSecond[side], "/s")} in ${rounds} rounds of ${seconds} s, p99 ${figure(quantile(latencies[side], 0.99), "ms")}; ` +
      `the floor ${figure(median(perSecond.floor), "/s")}; a bare echo answers ${figure(median(perSecond.echo), "/s")} to these clients`,
  });
  yield { ...goals.many, ...against("cairn") };
  yield { ...goals.manyPath, ...against("silent") };
  yield {
    ...goals.tens,
    measured: figure(median(perSecond.tens), "/s"),
    ratio: medianRatio(perSecond.tens, perSecond.floor),
    detail: `${range(perSecond.tens, "/s")}; every message is acknowledged by its id, and on the disk`,
  };
}
