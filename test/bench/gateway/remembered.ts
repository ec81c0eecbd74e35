import type { Row } from "../benchmark.ts";
import { Client } from "../support/client.ts";
import { englishTexts, message } from "../support/english.ts";
import { interleave } from "../support/interleave.ts";
import { sequential } from "../support/load.ts";
import { idle } from "../support/settle.ts";
import { figure, median, medianRatio, range } from "../support/stats.ts";
import { chatPath } from "./bodies.ts";
import type { Server } from "./added.ts";

export const goals = {
  fresh: {
    what: "a request with memory on, 1,000 memories, p50, one client",
    goal: "<= memory off + 1.3 x (embedding + search + commit)",
  },
  cached: { what: "the same with the embedding cached: what it adds to memory off", goal: "<= 2 x what Portkey adds" },
};

const memories = 1_000;
const requestsARound = 50;

/** Asked in turn, so that what is found are not a hundred copies of one text: each request stores its own again. */
const knownTexts = 50;

/**
 * Each request is a conversation of its own, so that nothing is a retry. A side begins when the server has embedded and
 * read what the side before it stored: that is no part of it. What an embedding and a search take is what the
 * server says of searches for the same kind of text; what a commit takes, a write's round trip less that of a read.
 */
export async function* remembered(rounds: number, server: Server & { pid: number }): AsyncGenerator<Row> {
  const client = new Client(server);
  const texts = englishTexts(memories + 20_000);
  const batch = texts.slice(0, memories).map((text, i) => message(text, i));
  await client.post("/api/v1/working/batch", { messages: batch });
  let at = memories;
  const fresh = () => texts[at++ % texts.length]!;
  const known = Array.from({ length: knownTexts }, fresh);
  let asked = 0;
  const off = new Client({ ...server, headers: { "x-cairn-memory": "off" } });

  const side = (one: (index: number) => Promise<{ ms: number }>) => async () => {
    await idle(server.pid);
    return median((await sequential(requestsARound, one)).map(({ ms }) => ms));
  };
  const ms = await interleave(rounds, {
    off: side(() => off.post(chatPath, chat(fresh()))),
    on: side(() => client.post(chatPath, chat(fresh()))),
    cached: side(() => client.post(chatPath, chat(known[asked++ % knownTexts]!))),
    search: side(() => searched(client, fresh())),
    write: side((i) => client.post("/api/v1/working", message(fresh(), i))),
    read: side(() => client.get("/api/v1/sessions?limit=1")),
  });
  const commit = ms.write.map((value, round) => Math.max(0, value - ms.read[round]!));
  const bound = ms.off.map((value, round) => value + 1.3 * (ms.search[round]! + commit[round]!));
  yield {
    ...goals.fresh,
    measured: figure(median(ms.on), "ms"),
    ratio: medianRatio(ms.on, bound),
    detail: `${range(ms.on, "ms")} in ${rounds} rounds of ${requestsARound}; memory off ${figure(median(ms.off), "ms")}, embedding and search ${figure(median(ms.search), "ms")}, commit ${figure(median(commit), "ms")}; the ratio is to the goal's right side`,
  };
  const beyond = ms.cached.map((value, round) => value - ms.off[round]!);
  yield {
    ...goals.cached,
    measured: figure(median(beyond), "ms"),
    detail: `${range(beyond, "ms")} in ${rounds} rounds`,
  };
}

let conversations = 0;

/** Its first message makes it another conversation, and is none that is searched for. */
function chat(text: string) {
  const history = [
    { role: "user", content: `This is conversation ${conversations++}.` },
    { role: "assistant", content: "Fine." },
  ];
  return { model: "gpt-4.1", messages: [...history, { role: "user", content: text }] };
}

/** As long as the server says that it took. */
async function searched(client: Client, query: string): Promise<{ ms: number }> {
  const { body } = await client.post("/api/v1/memory/search", { query, limit: 100, min_similarity: 0.26 });
  const { timing_ms: ms }: { timing_ms: number } = JSON.parse(body);
  return { ms };
}
