import { startServer } from "../../support/server.ts";
import { Rest } from "../../support/rest.ts";
import { categories, readLocomo, type Conversation } from "./conversations.ts";
import { embedded } from "../embedded.ts";
import { header, Recall } from "./recall.ts";

const limit = 20;
const batch = 200;

/**
 * Turn-level recall on LoCoMo (locomo10.json) through the REST API, of a running server, or of one that it starts on a
 * temporary folder. Each conversation is a user of its own; their memory stays on a server that was given. The key needs
 * memory:read, memory:write and, off loopback, admin.
 */
export async function evaluateLocomo(path: string, running?: { url: string; key: string }): Promise<void> {
  const conversations = readLocomo(path);
  const own = running === undefined ? await startServer() : undefined;
  try {
    await evaluate(new Rest(own ?? running!), conversations);
  } finally {
    await own?.remove();
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
