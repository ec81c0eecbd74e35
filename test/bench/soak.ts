import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { quickEmbedder, startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { addAll } from "./support/fill.ts";
import { spread } from "./support/load.ts";
import { memoryOf } from "./support/process.ts";
import { randomFrom, zipfFrom } from "./support/random.ts";
import { settled } from "./support/settle.ts";
import { figure, median, slope } from "./support/stats.ts";
import { syntheticMessages, syntheticQueries } from "./support/texts.ts";

export const goals = {
  flat: { what: "resident memory after", goal: "flat: the last quarter <= 1.05 x the second" },
};

const clients = 8;
const memories = 1_000;
const samples = 40;
/** More than the server keeps vectors of; most are asked again soon. */
const queries = syntheticQueries(2_000);
const query = zipfFrom(randomFrom(9), queries.length);

/** Requests of every kind over memory that does not grow: what grows then is a leak. */
export async function* run({ requests }: Options): AsyncGenerator<Row> {
  const server = await startCairn({ env: await quickEmbedder() });
  const client = new Client(server, clients);
  const messages = syntheticMessages(memories);
  await addAll(client, messages);
  await settled(client, server.data);
  const edited = await someMessage(client, messages[0]!.session_id);

  const startedAtMs = performance.now();
  const resident: number[] = [];
  const every = Math.ceil(requests / samples);
  await spread(requests, clients, async (i) => {
    if (i % every === 0) resident.push(memoryOf(server.pid).residentMb);
    await one(client, i, edited);
  });
  resident.push(memoryOf(server.pid).residentMb);
  const seconds = (performance.now() - startedAtMs) / 1_000;

  const quarter = (n: number) => median(resident.slice((resident.length * (n - 1)) / 4, (resident.length * n) / 4));
  const growth = slope(resident.slice(resident.length / 2)) * (100_000 / every);
  const series = resident.filter((_, i) => i % 8 === 0).map((mb) => mb.toFixed(0));
  yield {
    ...goals.flat,
    what: `${goals.flat.what} ${requests} requests`,
    measured: figure(resident.at(-1)!, "MB"),
    ratio: quarter(4) / quarter(2),
    detail:
      `second half ${growth >= 0 ? "+" : ""}${figure(growth, "MB")} a 100,000 requests; ${series.join(", ")} MB on the ` +
      `way; ${figure(requests / seconds, "requests/s")}`,
  };
}

/** Of a hundred: seventy searches, twenty lists, five reads, two refusals, two paths that are not there, an edit. */
function one(client: Client, i: number, edited: string): Promise<unknown> {
  const kind = i % 100;
  const text = queries[query()]!;
  if (kind < 70) return client.post("/api/v1/memory/search", { query: text });
  if (kind < 90) return client.get(`/api/v1/sessions?limit=20&offset=${kind % 20}`);
  if (kind < 95) return client.get(`/api/v1/messages/${edited}`);
  if (kind < 97) return client.call("POST", "/api/v1/memory/search", `{"query":""}`, { status: 400 });
  if (kind < 99) return client.call("GET", `/api/v1/nothing/${i}`, undefined, { status: 404 });
  return client.call("PATCH", `/api/v1/messages/${edited}`, JSON.stringify({ content: text }));
}

async function someMessage(client: Client, session: string): Promise<string> {
  const { body } = await client.get(`/api/v1/sessions/${session}/messages?limit=1`);
  const { messages } = JSON.parse(body) as { messages: { id: string }[] };
  return messages[0]!.id;
}
