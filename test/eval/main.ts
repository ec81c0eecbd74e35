/**
 * `npm run eval -- locomo FILE [--url URL --key KEY]`: turn-level recall on LoCoMo (locomo10.json) through the REST API,
 * of a running server, or of one that it starts on a temporary folder. Each conversation is a user of its own; their
 * memory stays on a server that was given. The key needs memory:read, memory:write and, off loopback, admin.
 * `npm run eval -- directives [--half tune|held|practice-N [--items]]`: precision, recall and F1 of directives; with `--items`, what is wrong.
 * `npm run eval -- facts [--items]`: precision, recall and F1 of the graph's facts, without a server.
 * `npm run eval -- conflicts [--half NAME] [--alone]`: the conflict check's totals, without a server; `alone`: without its model.
 * `npm run eval -- outcomes [FILE.svg]`: whether outcomes make search better, on a server of its own; some three minutes.
 */
import { parseArgs } from "node:util";
import { startServer } from "../support/server.ts";
import { Rest } from "../support/rest.ts";
import { evaluateDirectives, isOpenPart } from "./directives/directives.ts";
import { evaluateFacts } from "./facts/facts.ts";
import { evaluateConflicts, halves } from "./conflicts.ts";
import { categories, readLocomo, type Conversation } from "./locomo.ts";
import { embedded } from "./embedded.ts";
import { evaluateOutcomes } from "./outcomes/outcomes.ts";
import { header, Recall } from "./recall.ts";

const usage =
  "usage: npm run eval -- locomo FILE [--url URL --key KEY] | directives [--half tune|held|practice-N] [--items] | facts [--items] | conflicts [--half tune|check|practice|practice-N] [--alone] | outcomes [FILE.svg]";
const limit = 20;
const batch = 200;

const isHalf = (name: string | undefined) => name === undefined || halves.some((half) => half === name);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: "string" },
      key: { type: "string" },
      items: { type: "boolean", default: false },
      half: { type: "string" },
      alone: { type: "boolean", default: false },
    },
  });
  const [set, path] = positionals;
  if (set === "conflicts" && path === undefined && isHalf(values.half)) {
    await evaluateConflicts(values.half, values.alone);
    return;
  }
  if (set === "outcomes") {
    await evaluateOutcomes(path);
    return;
  }
  if (set === "facts" && path === undefined) {
    evaluateFacts(values.items);
    return;
  }
  const open = values.half ?? (values.items ? "tune" : undefined);
  if (set === "directives" && path === undefined && (open === undefined || isOpenPart(open))) {
    await evaluateDirectives(open, values.items);
    return;
  }
  if (set !== "locomo" || path === undefined || (values.url === undefined) !== (values.key === undefined)) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const conversations = readLocomo(path);
  const server = values.url === undefined ? await startServer() : undefined;
  try {
    await evaluate(new Rest(server ?? { url: values.url!.replace(/\/$/, ""), key: values.key! }), conversations);
  } finally {
    await server?.remove();
  }
}

async function evaluate(rest: Rest, conversations: Conversation[]): Promise<void> {
  const run = Date.now().toString(36);
  const turnOf = new Map<string, string>();
  for (const { name, turns } of conversations) {
    for (let at = 0; at < turns.length; at += batch) {
      const part = turns.slice(at, at + batch);
      const ids = await store(rest, `eval-${run}-${name}`, part);
      ids.forEach((id, place) => turnOf.set(id, part[place]!.id));
    }
  }
  console.error(`${turnOf.size} turns written; waiting for their vectors`);
  await embedded(rest);

  const overall = new Recall();
  const byCategory = new Map<number, Recall>();
  const timesMs: number[] = [];
  for (const { name, questions } of conversations) {
    for (const { text, category, gold } of questions) {
      const startedAt = performance.now();
      const found = await search(rest, `eval-${run}-${name}`, text);
      timesMs.push(performance.now() - startedAt);
      const recall = byCategory.get(category) ?? new Recall();
      byCategory.set(category, recall);
      for (const sum of [overall, recall])
        sum.add(
          gold,
          found.map((id) => turnOf.get(id) ?? ""),
        );
    }
    console.error(`${name}: ${questions.length} questions`);
  }

  console.log(header);
  console.log(overall.row("all"));
  for (const [category, recall] of [...byCategory].sort(([one], [other]) => one - other)) {
    console.log(recall.row(`${category} ${categories[category] ?? ""}`));
  }
  timesMs.sort((one, other) => one - other);
  const at = (share: number) => timesMs[Math.floor(timesMs.length * share)]!.toFixed(1);
  console.log(`\nA search over REST, the query's embedding included: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms.`);
}

async function store(rest: Rest, user: string, turns: Conversation["turns"]): Promise<string[]> {
  const messages = turns.map(({ sessionId, role, content }) => ({ session_id: sessionId, role, content }));
  const { status, body } = await rest.post("/api/v1/working/batch", {
    messages: messages.map((message) => ({ ...message, user_id: user })),
  });
  if (status !== 200) throw new Error(`writing answered ${status}: ${JSON.stringify(body)}`);
  return body.ids;
}

async function search(rest: Rest, user: string, query: string): Promise<string[]> {
  const { status, body } = await rest.post("/api/v1/memory/search", { query, limit, user_id: user });
  if (status !== 200) throw new Error(`searching answered ${status}: ${JSON.stringify(body)}`);
  return body.results.map(({ id }: { id: string }) => id);
}

await main();
