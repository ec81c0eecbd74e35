import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { scratchFolder, startCairn } from "./support/cairn.ts";
import { startChild } from "./support/child.ts";
import { Client } from "./support/client.ts";
import { englishTexts, message } from "./support/english.ts";
import { interleave } from "./support/interleave.ts";
import { closedLoop, sequential } from "./support/load.ts";
import { figure, median, medianRatio, quantile, range } from "./support/stats.ts";

export const goals = {
  alone: { what: "acknowledged write p50, one client", goal: "<= 1.5 x (bare echo + one bare SQLite FULL commit)" },
  path: { what: "the same while nothing is embedded (the embedder is down)", goal: "as above" },
  many: { what: "acknowledged writes/s, 64 clients", goal: ">= 2 x one-by-one FULL commits of bare SQLite" },
};

const writesARound = 200;
const clients = 64;
/** Nobody listens there. */
const downEmbedder = {
  CAIRN_EMBEDDER: "openai",
  CAIRN_EMBEDDER_URL: "http://127.0.0.1:9/v1",
  CAIRN_EMBEDDER_MODEL: "none",
  CAIRN_EMBEDDER_DIMENSIONS: "384",
};

export async function* run({ rounds, seconds }: Options): AsyncGenerator<Row> {
  const texts = englishTexts(5_000);
  const body = (index: number) => message(texts[index % texts.length]!, index);
  const floor = await startChild<{ url: string }, { body: string; ms: number }, number>("commit", [scratchFolder()]);
  const bare = new Client(floor.hello);
  const down = await startCairn({ env: downEmbedder });
  const silent = new Client(down, clients);
  const server = await startCairn();
  const cairn = new Client(server, clients);

  const p50 = (client: Client) => async () => {
    const replies = await sequential(writesARound, (i) => client.post("/api/v1/working", body(i)));
    return median(replies.map(({ ms }) => ms));
  };
  const alone = await interleave(rounds, { cairn: p50(cairn), floor: p50(bare), silent: p50(silent) });
  const against = (side: number[]) => ({
    measured: figure(median(side), "ms"),
    ratio: medianRatio(side, alone.floor),
    detail: `${range(side, "ms")} in ${rounds} rounds of ${writesARound}; the floor ${figure(median(alone.floor), "ms")}`,
  });
  yield { ...goals.alone, ...against(alone.cairn) };
  yield { ...goals.path, ...against(alone.silent) };

  const latencies: number[] = [];
  const many = await interleave(rounds, {
    async cairn() {
      const load = await closedLoop({ clients, seconds }, (i) => cairn.post("/api/v1/working", body(i)));
      latencies.push(...load.ms);
      return load.count / load.seconds;
    },
    floor: () => floor.ask({ body: JSON.stringify(body(0)), ms: seconds * 1_000 }),
  });
  yield {
    ...goals.many,
    measured: figure(median(many.cairn), "/s"),
    ratio: medianRatio(many.cairn, many.floor),
    detail:
      `${range(many.cairn, "/s")} in ${rounds} rounds of ${seconds} s, p99 ${figure(quantile(latencies, 0.99), "ms")}; ` +
      `the floor ${figure(median(many.floor), "/s")}; the built-in model embeds meanwhile`,
  };
}
