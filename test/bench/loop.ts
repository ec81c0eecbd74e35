import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cairn as command } from "../support/cli.ts";
import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { scratchFolder, startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { englishTexts, message } from "./support/english.ts";
import { closedLoop } from "./support/load.ts";
import { loopDelayP99, readLoopDelay } from "./support/metrics.ts";
import { figure, quantile } from "./support/stats.ts";

export const goals = {
  delay: { what: "event-loop delay p99 under the write load with `cairn import` beside it", goal: "<= 20 ms" },
};

const clients = 64;
const importedASecond = 4_000;

export async function* run({ seconds }: Options): AsyncGenerator<Row> {
  const server = await startCairn();
  const client = new Client(server, clients);
  const texts = englishTexts(5_000);
  const forSeconds = seconds * 5;
  const file = join(scratchFolder(), "import.jsonl");
  writeFileSync(file, lines(texts, forSeconds * importedASecond));

  const startedAtMs = performance.now();
  const importing = command(["import", file, "--account", "imported"], { CAIRN_DATA: server.data }).then((finished) => {
    if (finished.code !== 0) throw new Error(`import ended with ${finished.code}: ${finished.stderr}`);
    return (performance.now() - startedAtMs) / 1_000;
  });
  const before = await readLoopDelay(client);
  const write = (i: number) => client.post("/api/v1/working", message(texts[i % texts.length]!, i));
  const load = await closedLoop({ clients, seconds: forSeconds }, write);
  const p99 = loopDelayP99(before, await readLoopDelay(client));
  const importSeconds = await importing;
  yield {
    ...goals.delay,
    measured: figure(p99 * 1_000, "ms"),
    detail:
      `${figure(load.count / load.seconds, "writes/s")} of ${clients} clients over ${forSeconds} s, p99 ` +
      `${figure(quantile(load.ms, 0.99), "ms")}; ${forSeconds * importedASecond} imported in ${figure(importSeconds, "s")}`,
  };
}

function lines(texts: string[], count: number): string {
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({ type: "message", ...message(texts[i % texts.length]!, i) }),
  ).join("\n");
}
