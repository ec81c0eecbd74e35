import { formatCredential, newSecret } from "../../src/account/secret.ts";
import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { startCairn } from "./support/cairn.ts";
import { startChild } from "./support/child.ts";
import { Client } from "./support/client.ts";
import { interleave } from "./support/interleave.ts";
import { spread } from "./support/load.ts";
import { cpuMs } from "./support/process.ts";
import { figure, median, medianRatio, range } from "./support/stats.ts";

export const goals = {
  path: {
    what: "REST unary (auth, limit, validation) to a method that only answers, server CPU",
    goal: "<= 1.6 x bare node:http JSON echo",
  },
  whole: { what: "`GET /api/v1/sessions` of an empty account on the whole server, server CPU", goal: "reported" },
};

const requestsARound = 4_000;
const clients = 8;

export async function* run({ rounds }: Options): AsyncGenerator<Row> {
  const key = formatCredential({ id: "key_bench", secret: newSecret() });
  const echo = await startChild<{ url: string }>("echo");
  const pipeline = await startChild<{ url: string }>("pipeline", [key]);
  const server = await startCairn();
  const bare = new Client(echo.hello, clients);
  const bound = new Client({ ...pipeline.hello, key }, clients);
  const whole = new Client(server, clients);

  const body = { query: "where does the staging database run?", limit: 5 };
  const search = (client: Client) => () => client.post("/api/v1/memory/search", body);
  const us = await interleave(rounds, {
    echo: () => cpuUs(echo.pid, search(bare)),
    path: () => cpuUs(pipeline.pid, search(bound)),
    whole: () => cpuUs(server.pid, () => whole.get("/api/v1/sessions")),
  });
  const against = (side: number[]) => ({
    measured: figure(median(side), "us"),
    ratio: medianRatio(side, us.echo),
    detail: `${range(side, "us")} in ${rounds} rounds of ${requestsARound}; the echo ${figure(median(us.echo), "us")}`,
  });
  yield { ...goals.path, ...against(us.path) };
  yield { ...goals.whole, ...against(us.whole) };
}

/** CPU time of a process for each request of a round, in microseconds. */
async function cpuUs(pid: number, one: () => Promise<unknown>): Promise<number> {
  const before = cpuMs(pid);
  await spread(requestsARound, clients, one);
  return ((cpuMs(pid) - before) * 1_000) / requestsARound;
}
