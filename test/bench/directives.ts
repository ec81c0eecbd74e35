import { setTimeout as sleep } from "node:timers/promises";
import { statementRulesVersion } from "../../src/memory/rulebook/read-message.ts";
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
  check: { what: "conflict check p50 against one search for the same action, built-in embedder", goal: "<= 2 x" },
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

/** Each is new: nothing of it is cached. */
const actionOf = (at: number) => `${ruleOf(at * 7).replace(/^\w+ /u, "I will ")} Then I go home at ${at}.`;
const checks = 50;
/** What a check's account has said: some rules, as many as a busy user's, and much else. */
const checked = { messages: 700, rulesEvery: 10 };

/** Accounts whose user has said all of it within the last hours. */
export async function* run({ rounds }: Options): AsyncGenerator<Row> {
  await using small = await filled({}, checked);
  yield await check(small.client, rounds);
  await using large = await filled(await quickEmbedder(), { messages, rulesEvery });
  yield await quiet(large.client, rounds);
  yield await fresh(large);
}

type Filled = { client: Client; nextRule(): string; read(): Promise<void> } & AsyncDisposable;

/** With all that was said embedded, and read for rules. */
async function filled(env: Record<string, string>, of: { messages: number; rulesEvery: number }): Promise<Filled> {
  const server = await startCairn({ env });
  const client = new Client(server);
  let rules = 0;
  const nextRule = () => ruleOf(rules++);
  const said = syntheticMessages(of.messages).map((message, at) => {
    return { ...message, role: "user", content: at % of.rulesEvery === 0 ? nextRule() : message.content };
  });
  await addAll(client, said);
  await putPatterns(client);
  await embeddingDone(client);
  const storage = await openStorage({ dataFolder: server.data });
  const account = (await storage.accounts.list())[0]!.id;
  const read = async () => {
    while (await storage.statements.waiting(statementRulesVersion, account)) await sleep(pollMs);
  };
  await read();
  return {
    client,
    nextRule,
    read,
    async [Symbol.asyncDispose]() {
      await storage.database.close();
      await server.stop();
    },
  };
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

async function fresh({ client, nextRule, read }: Filled): Promise<Row> {
  const ms = await sequential(asks, async () => {
    await client.post("/api/v1/working", { role: "user", content: nextRule(), session_id: "fresh" });
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
  let at = 0;
  const post = (path: string, of: (action: string) => object) => async () =>
    median(await sequential(checks, async () => (await client.post(path, of(actionOf(at++)))).ms));
  // The classifier is loaded with the first check.
  await client.post("/api/v1/check_conflict", { proposed_action: "Go home" });
  const { conflicts, searches } = await interleave(rounds, {
    conflicts: post("/api/v1/check_conflict", (proposed_action) => ({ proposed_action })),
    searches: post("/api/v1/memory/search", (query) => ({ query })),
  });
  return {
    ...goals.check,
    measured: figure(median(conflicts), "ms"),
    ratio: medianRatio(conflicts, searches),
    detail: `round trip, every action new; one search ${figure(median(searches), "ms")}; ${checked.messages / checked.rulesEvery} rules, 100 patterns`,
  };
}
