import { setTimeout as sleep } from "node:timers/promises";
import { rulesVersion } from "../../src/memory/rulebook/read-message.ts";
import { openStorage } from "../../src/server/storage.ts";
import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { quickEmbedder, startCairn } from "./support/cairn.ts";
import { Client } from "./support/client.ts";
import { addAll } from "./support/fill.ts";
import { interleave } from "./support/interleave.ts";
import { sequential } from "./support/load.ts";
import { embeddingDone } from "./support/settle.ts";
import { figure, median, medianRatio, quantile } from "./support/stats.ts";
import { syntheticMessages } from "./support/texts.ts";

export const goals = {
  quiet: { what: "directives p50, 10,000 messages in the window", goal: "<= 5 ms" },
  fresh: { what: "the same right after a message that states a rule was read", goal: "<= 5 ms" },
  check: { what: "conflict check p50 against one search", goal: "<= 2 x" },
};

const messages = 10_000;
/** One in so many of the user's messages states a rule. */
const rulesEvery = 10;
const asks = 100;
const pollMs = 10;

const verbs =
  "run check read send call close review sign merge wrap pack ship store log clean fix mark count sort lock".split(" ");
const things =
  "tests invoice report email ticket branch release backup cache token config schema index queue page form".split(" ");
const places = "staging production Berlin Lisbon winter summer night morning Monday Friday".split(" ");

/** Some 3,000 different rules. */
function ruleOf(at: number): string {
  const [verb, thing] = [verbs[at % verbs.length], things[Math.floor(at / verbs.length) % things.length]];
  const place = places[Math.floor(at / verbs.length / things.length) % places.length];
  return `${at % 2 === 0 ? "Always" : "Never"} ${verb} the ${place} ${thing}.`;
}

const actions = Array.from({ length: 50 }, (_, at) => `${ruleOf(at * 7).replace(/^\w+ /u, "I will ")} Then I go home.`);

/** One account whose user has said all of it within the last hours. */
export async function* run({ rounds }: Options): AsyncGenerator<Row> {
  const server = await startCairn({ env: await quickEmbedder() });
  const client = new Client(server);
  let rules = 0;
  const said = syntheticMessages(messages).map((message, at) => {
    const content = at % rulesEvery === 0 ? ruleOf(rules++) : message.content;
    return { ...message, role: "user", content };
  });
  await addAll(client, said);
  await putPatterns(client);
  await embeddingDone(client);
  const storage = await openStorage({ dataFolder: server.data });
  try {
    const account = (await storage.accounts.list())[0]!.id;
    const read = async () => {
      while (await storage.statements.waiting(rulesVersion, account)) await sleep(pollMs);
    };
    await read();
    yield await quiet(client, rounds);
    yield await fresh(client, () => ruleOf(rules++), read);
    yield await check(client, rounds);
  } finally {
    await storage.database.close();
  }
}

async function putPatterns(client: Client): Promise<void> {
  await sequential(100, (at) =>
    client.post("/api/v1/patterns", {
      title: `How to ${verbs[at % verbs.length]} ${things[at % things.length]} ${at}`,
      problem: "It takes too long, or goes wrong.",
      solution: `Take care to ${verbs[(at + 3) % verbs.length]} first.`,
      anti_patterns: [`Trying to ${verbs[at % verbs.length]} everything at once`],
    }),
  );
}

const ask = (client: Client) => client.post("/api/v1/directives", { window_hours: 72 });

async function quiet(client: Client, rounds: number): Promise<Row> {
  const { body } = await ask(client);
  const { directives } = JSON.parse(body) as { directives: unknown[] };
  const ms = (await sequential(rounds, () => sequential(asks, async () => (await ask(client)).ms))).flat();
  return {
    ...goals.quiet,
    measured: figure(median(ms), "ms"),
    detail: `round trip, p95 ${figure(quantile(ms, 0.95), "ms")}; ${directives.length} directives, ${Math.round(body.length / 1_024)} KiB`,
  };
}

async function fresh(client: Client, rule: () => string, read: () => Promise<void>): Promise<Row> {
  const ms = await sequential(asks, async () => {
    await client.post("/api/v1/working", { role: "user", content: rule(), session_id: "fresh" });
    await read();
    return (await ask(client)).ms;
  });
  return {
    ...goals.fresh,
    measured: figure(median(ms), "ms"),
    detail: `${asks} times; round trip, p95 ${figure(quantile(ms, 0.95), "ms")}`,
  };
}

async function check(client: Client, rounds: number): Promise<Row> {
  const post = (path: string, of: (action: string) => object) => async () =>
    median(await sequential(actions.length, async (at) => (await client.post(path, of(actions[at]!))).ms));
  const { conflicts, searches } = await interleave(rounds, {
    conflicts: post("/api/v1/check_conflict", (proposed_action) => ({ proposed_action })),
    searches: post("/api/v1/memory/search", (query) => ({ query })),
  });
  return {
    ...goals.check,
    measured: figure(median(conflicts), "ms"),
    ratio: medianRatio(conflicts, searches),
    detail: `round trip; one search ${figure(median(searches), "ms")}; vectors of the actions are cached in both`,
  };
}
