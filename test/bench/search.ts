import { parseConfig } from "../../src/config/config.ts";
import { dataFolder } from "../../src/server/data-folder.ts";
import type { TestServer } from "../support/server.ts";
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
  larger: { what: "the same at", goal: "<= 1.5 x the raw LanceDB pair" },
  base: { what: "the same where they had to move to the base, at", goal: "as above" },
  recall: { what: "recall of the base's candidates against a full scan, at 10,", goal: ">= .98" },
  memory: { what: "resident memory,", goal: "<= 700 MB" },
};

/** All in the server's cache of queries, so that no model is asked while it is measured. */
const queries = syntheticQueries(100);
/** Up to so many memories the raw pair is no floor: nobody would ask LanceDB. */
const smallRows = 4_000;
/** Of a server whose accounts move to the base long before they would. */
const early = { CAIRN_RESIDENT_ROWS: "1000" };

type Account = { server: TestServer; client: Client; env: Record<string, string>; filled: number };

/** One account that grows from size to size; where the server has it in memory alone, beside one that has not. */
export async function* run({ sizes, rounds }: Options): AsyncGenerator<Row> {
  const env = await quickEmbedder();
  const messages = syntheticMessages(Math.max(...sizes));
  const account = await accountOn(env);
  for (const size of sizes.toSorted((a, b) => a - b)) {
    await growTo(account, messages, size);
    if (size <= smallRows) {
      yield await resident(account.client, rounds);
      continue;
    }
    const isResident = size < parseConfig({}, ".").config!.residentRows; // the defaults are no errors
    const based = isResident ? await accountOn({ ...env, ...early }) : account;
    if (based !== account) await growTo(based, messages, size);
    yield* beside(account, based, size, rounds);
    yield await recall(based.server.data, fingerprintOf(env), size);
    yield memoryRow(account, size);
    if (based !== account) await based.server.stop("SIGTERM");
  }
}

async function accountOn(env: Record<string, string>): Promise<Account> {
  const server = await startCairn({ env });
  return { server, client: new Client(server), env, filled: 0 };
}

async function growTo(account: Account, messages: readonly object[], size: number): Promise<void> {
  const startedAtMs = performance.now();
  const { client, server, env } = account;
  await addAll(client, messages.slice(account.filled, size));
  account.filled = size;
  await settled(client, server.data, env);
  console.log(`search: ${size} memories after ${figure((performance.now() - startedAtMs) / 1_000, "s")}`);
  await sequential(queries.length, (i) => search(client, queries[i]!));
}

async function resident(client: Client, rounds: number): Promise<Row> {
  const timed = (await sequential(rounds, () => round(client))).flat();
  return { ...goals.resident, measured: figure(median(inside(timed)), "ms"), detail: detailOf(timed) };
}

/** Both servers' searches, where they are two, in turns with the raw pair on the second one's table. */
async function* beside(account: Account, based: Account, size: number, rounds: number): AsyncGenerator<Row> {
  const floor = await startChild<{ rows: number }, string[], number[]>("lance", [dataFolder(based.server.data).base]);
  const timed = { cairn: [] as Timed[], base: [] as Timed[] };
  const side = (of: Account, into: Timed[]) => async () => {
    const own = await round(of.client);
    into.push(...own);
    return median(inside(own));
  };
  const sides = { cairn: side(account, timed.cairn), lance: async () => median(await floor.ask(queries)) };
  const ms = await interleave<string, number>(
    rounds,
    based === account ? sides : { ...sides, base: side(based, timed.base) },
  );
  await floor.stop();
  const row = (goal: { what: string; goal: string }, own: number[], all: Timed[]): Row => ({
    ...goal,
    what: `${goal.what} ${size} memories`,
    measured: figure(median(own), "ms"),
    ratio: medianRatio(own, ms["lance"]!),
    detail: `${detailOf(all)}; the raw pair ${figure(median(ms["lance"]!), "ms")} over ${floor.hello.rows} rows`,
  });
  yield row(goals.larger, ms["cairn"]!, timed.cairn);
  if (ms["base"]) yield row(goals.base, ms["base"], timed.base);
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

function memoryRow({ server }: Account, size: number): Row {
  const { residentMb, anonymousMb, peakMb } = memoryOf(server.pid);
  const detail = `${figure(anonymousMb, "MB")} of it anonymous; the peak while filling ${figure(peakMb, "MB")}`;
  return { ...goals.memory, what: `${goals.memory.what} ${size} memories`, measured: figure(residentMb, "MB"), detail };
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
