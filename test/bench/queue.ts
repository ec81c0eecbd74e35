import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { englishTexts, message } from "./support/english.ts";
import { addAll } from "./support/fill.ts";
import { sequential } from "./support/load.ts";
import { cpuMs } from "./support/process.ts";
import { backlogOf, embeddingDone } from "./support/settle.ts";
import { figure, median, quantile } from "./support/stats.ts";

export const goals = {
  rate: { what: "embedding with the built-in model, sustained", goal: "reported" },
  alone: { what: "the same with nobody searching or writing", goal: "reported" },
  search: { what: "search while the queue is long, p50, query never seen before", goal: "reported" },
  rest: { what: "server CPU when everything is embedded and nobody asks", goal: "reported" },
  found: { what: "memories written that moment and found by a word of theirs, while the queue is long", goal: "1.00" },
};

const probes = 60;
const pauseMs = 100;

/** What a user sees who imports much at once and goes on working. */
export async function* run({ seconds }: Options): AsyncGenerator<Row> {
  const server = await startCairn();
  const client = new Client(server);
  const queued = Math.max(2_000, seconds * 1_000);
  await addAll(client, englishTexts(queued).map(message));

  const before = await rate(client, seconds * 2_000);
  const startedAtMs = performance.now();
  const backlog = await backlogOf(client);
  const searches = await sequential(probes, (i) => probe(client, i));
  const after = await backlogOf(client);
  const embedded = backlog + probes - after;
  yield {
    ...goals.rate,
    measured: figure((embedded * 1_000) / (performance.now() - startedAtMs), "texts/s"),
    detail: `with a write and a search every ${pauseMs} ms; ${backlog} waiting, then ${after}; 25 tokens a text`,
  };
  yield { ...goals.alone, measured: figure(before, "texts/s"), detail: `over ${seconds * 2} s` };

  await embeddingDone(client);
  const idle = await sequential(probes, (i) => probe(client, probes + i));
  yield {
    ...goals.search,
    measured: figure(median(searches.map(({ ms }) => ms)), "ms"),
    ratio: median(searches.map(({ ms }) => ms)) / median(idle.map(({ ms }) => ms)),
    detail: `p95 ${p95(searches)}; after the queue was empty p50 ${figure(median(idle.map(({ ms }) => ms)), "ms")}, p95 ${p95(idle)}`,
  };
  const found = searches.filter((search) => search.found).length / probes;
  const idleMs = seconds * 1_000;
  yield {
    ...goals.rest,
    measured: figure((await idleCpu(server.pid, idleMs)) * 100, "% of a core"),
    detail: `over ${seconds} s`,
  };
  yield { ...goals.found, measured: found.toFixed(2), detail: `${probes} written one by one, each searched at once` };
}

type Probe = { ms: number; found: boolean };

/** Writes a memory with a word that no other has, and asks for it with the answer in hand. */
async function probe(client: Client, index: number): Promise<Probe> {
  const word = `zanzibar${index}`;
  const content = `the spare key of the ${word} office is with the neighbour`;
  await client.post("/api/v1/working", { role: "user", session_id: "probe", content });
  const { body, ms } = await client.post("/api/v1/memory/search", { query: `who has the key of ${word}?` });
  const { results } = JSON.parse(body) as { results: { content: string }[] };
  await new Promise((later) => setTimeout(later, pauseMs));
  return { ms, found: results.some((result) => result.content === content) };
}

/** Cores in use: the model's threads sleep between two texts. */
async function idleCpu(pid: number, forMs: number): Promise<number> {
  const before = cpuMs(pid);
  await new Promise((later) => setTimeout(later, forMs));
  return (cpuMs(pid) - before) / forMs;
}

/** Vectors a second, while nothing else happens. */
async function rate(client: Client, forMs: number): Promise<number> {
  const startedAtMs = performance.now();
  const before = await backlogOf(client);
  await new Promise((later) => setTimeout(later, forMs));
  return ((before - (await backlogOf(client))) * 1_000) / (performance.now() - startedAtMs);
}

function p95(probes: Probe[]): string {
  return figure(
    quantile(
      probes.map(({ ms }) => ms),
      0.95,
    ),
    "ms",
  );
}
