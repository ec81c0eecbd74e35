import type { Row } from "./benchmark.ts";
import type { Options } from "./options.ts";
import { startCairn } from "./support/cairn.ts";
import { startChild } from "./support/child.ts";
import { Client } from "./support/client.ts";
import { interleave } from "./support/interleave.ts";
import { closedLoop, sequential } from "./support/load.ts";
import { figure, median, medianRatio, range } from "./support/stats.ts";

export const goals = {
  small: { what: "what the gateway adds to a request of 1 kB, p50, one client, memory off", goal: "<= .5 x Portkey" },
  large: { what: "the same at 12 kB", goal: "as above" },
  other: { what: "the same at 1 kB, translated from Anthropic's dialect", goal: "reported" },
  first: { what: "what it adds to a stream, p50, read whole", goal: "<= .5 ms to the first byte" },
  load: { what: "requests/s, 16 clients, memory off", goal: ">= 2 x Portkey" },
};

const requestsARound = 200;
const loadClients = 16;
const path = "/v1/chat/completions";

/** Ours and a bare reverse proxy, each against the provider itself. Other gateways are measured by harnesses of their own. */
export async function* run({ rounds, seconds }: Options): AsyncGenerator<Row> {
  const model = await startChild<{ url: string }>("model");
  const proxy = await startChild<{ url: string }>("proxy", [model.hello.url]);
  const server = await startCairn({ env: { OPENAI_API_KEY: "sk", CAIRN_OPENAI_URL: `${model.hello.url}/v1` } });
  const sides = { direct: model.hello, proxy: proxy.hello, ours: server };

  for (const [goal, body] of [
    [goals.small, chat(1_000)],
    [goals.large, chat(12_000)],
    [goals.first, { ...chat(1_000), stream: true }],
  ] as const) {
    yield { ...goal, ...(await added(rounds, sides, () => [path, body])) };
  }
  const anthropic = { ...chat(1_000), max_tokens: 100 };
  const asked = (side: string) =>
    side === "ours" ? (["/v1/messages", anthropic] as const) : ([path, chat(1_000)] as const);
  yield { ...goals.other, ...(await added(rounds, sides, asked)) };

  const clients = each(sides, (side) => new Client(side, loadClients));
  const body = chat(1_000);
  const rate = (client: Client) => async () => {
    const { count, seconds: took } = await closedLoop({ clients: loadClients, seconds }, () => client.post(path, body));
    return count / took;
  };
  const rates = await interleave(rounds, each(clients, rate));
  yield {
    ...goals.load,
    measured: figure(median(rates.ours), "/s"),
    ratio: medianRatio(rates.ours, rates.proxy),
    detail: `${range(rates.ours, "/s")} in ${rounds} rounds of ${seconds} s; the bare proxy ${figure(median(rates.proxy), "/s")}, the provider itself ${figure(median(rates.direct), "/s")}`,
  };
}

type Sides<T> = { direct: T; proxy: T; ours: T };

function each<T, U>(sides: Sides<T>, of: (side: T) => U): Sides<U> {
  return { direct: of(sides.direct), proxy: of(sides.proxy), ours: of(sides.ours) };
}

/** Milliseconds beyond the provider's own of the same round; the ratio is to what the bare proxy adds. */
async function added(
  rounds: number,
  sides: Sides<{ url: string; key?: string }>,
  asked: (side: keyof typeof sides) => readonly [path: string, body: object],
): Promise<Pick<Row, "measured" | "ratio" | "detail">> {
  const p50 = (side: keyof typeof sides) => {
    const client = new Client(sides[side]);
    return async () => {
      const answers = await sequential(requestsARound, () => client.post(...asked(side)));
      return median(answers.map(({ ms }) => ms));
    };
  };
  const ms = await interleave(rounds, { direct: p50("direct"), proxy: p50("proxy"), ours: p50("ours") });
  const ours = ms.ours.map((value, round) => value - ms.direct[round]!);
  const bare = ms.proxy.map((value, round) => value - ms.direct[round]!);
  return {
    measured: figure(median(ours), "ms"),
    ratio: medianRatio(ours, bare),
    detail: `${range(ours, "ms")} in ${rounds} rounds of ${requestsARound}; the bare proxy adds ${figure(median(bare), "ms")}, the provider itself takes ${figure(median(ms.direct), "ms")}`,
  };
}

function chat(bytes: number) {
  const history = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "All work and no play makes a dull test. ".repeat(bytes / 40) },
  ];
  return { model: "gpt-4.1", messages: history };
}
