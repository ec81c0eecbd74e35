import type { Row } from "../benchmark.ts";
import { Client, type Reply } from "../support/client.ts";
import { interleave } from "../support/interleave.ts";
import { closedLoop, sequential } from "../support/load.ts";
import { figure, median, medianRatio, range } from "../support/stats.ts";
import { chat, chatPath } from "./bodies.ts";

export const goals = {
  small: { what: "what the gateway adds to a request of 1 kB, p50, one client, memory off", goal: "<= .5 x Portkey" },
  large: { what: "the same at 12 kB", goal: "as above" },
  other: { what: "the same at 1 kB, translated from Anthropic's dialect", goal: "reported" },
  first: { what: "what it adds to the first byte of a stream, p50, memory off", goal: "<= .5 ms" },
  load: { what: "requests/s of 12 kB, 16 clients, memory off", goal: ">= 2 x Portkey" },
};

const requestsARound = 200;
const loadClients = 16;

export type Server = { url: string; key?: string; headers?: Record<string, string> };
export type Sides<T> = { direct: T; proxy: T; ours: T };

type Asked = (side: keyof Sides<unknown>) => readonly [path: string, body: object];

/** Ours and a bare reverse proxy, each against the provider itself. */
export async function* added(rounds: number, seconds: number, sides: Sides<Server>): AsyncGenerator<Row> {
  const whole = ({ ms }: Reply) => ms;
  yield { ...goals.small, ...(await beyond(rounds, sides, () => [chatPath, chat(1_000)], whole)) };
  yield { ...goals.large, ...(await beyond(rounds, sides, () => [chatPath, chat(12_000)], whole)) };
  const streamed = { ...chat(1_000), stream: true };
  yield {
    ...goals.first,
    ...(await beyond(
      rounds,
      sides,
      () => [chatPath, streamed],
      ({ firstMs }) => firstMs,
    )),
  };
  const anthropic = { ...chat(1_000), max_tokens: 100 };
  const asked: Asked = (side) => (side === "ours" ? ["/v1/messages", anthropic] : [chatPath, chat(1_000)]);
  yield { ...goals.other, ...(await beyond(rounds, sides, asked, whole)) };
  yield await load(rounds, seconds, sides);
}

async function load(rounds: number, seconds: number, sides: Sides<Server>): Promise<Row> {
  const body = chat(12_000);
  const rate = (side: Server) => {
    const client = new Client(side, loadClients);
    return async () => {
      const { count, seconds: took } = await closedLoop({ clients: loadClients, seconds }, () =>
        client.post(chatPath, body),
      );
      return count / took;
    };
  };
  const { direct, proxy, ours } = sides;
  const rates = await interleave(rounds, { direct: rate(direct), proxy: rate(proxy), ours: rate(ours) });
  return {
    ...goals.load,
    measured: figure(median(rates.ours), "/s"),
    ratio: medianRatio(rates.ours, rates.proxy),
    detail: `${range(rates.ours, "/s")} in ${rounds} rounds of ${seconds} s; the bare proxy ${figure(median(rates.proxy), "/s")}, the provider itself ${figure(median(rates.direct), "/s")}`,
  };
}

/** Milliseconds beyond the provider's own of the same round; the ratio is to what the bare proxy adds. */
async function beyond(
  rounds: number,
  sides: Sides<Server>,
  asked: Asked,
  of: (reply: Reply) => number,
): Promise<Pick<Row, "measured" | "ratio" | "detail">> {
  const p50 = (side: keyof typeof sides) => {
    const client = new Client(sides[side]);
    return async () => median((await sequential(requestsARound, () => client.post(...asked(side)))).map(of));
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
