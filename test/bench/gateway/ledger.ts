import type { Row } from "../benchmark.ts";
import { Client } from "../support/client.ts";
import { figure, median } from "../support/stats.ts";
import type { Server } from "./added.ts";
import { chatPath } from "./bodies.ts";

export const goals = {
  ledger: {
    what: "the ledger at turn 40 against turn 2, for each byte of the body",
    goal: "<= 2 x",
  },
};

const turns = 40;
const repeats = 30;

/** A conversation that is stored; each turn is then sent again with memory off, which is the ledger alone: the server says how long. */
export async function* ledger(server: Server): AsyncGenerator<Row> {
  const client = new Client({ ...server, headers: { "x-session-id": "ledger" } });
  const off = new Client({ ...server, headers: { "x-session-id": "ledger", "x-cairn-memory": "off" } });
  const messages: { role: string; content: string }[] = [];
  const costs = new Map<number, number>();
  for (let turn = 1; turn <= turns; turn++) {
    messages.push({ role: "user", content: `${turn} ${"What was said of the harbour in winter? ".repeat(12)}` });
    const body = { model: "gpt-4.1", messages };
    const { body: answered } = await client.post(chatPath, body);
    if (turn === 2 || turn === turns) costs.set(turn, await costOf(off, body));
    const { choices }: { choices: { message: { role: string; content: string } }[] } = JSON.parse(answered);
    messages.push(choices[0]!.message);
  }
  const [early, late] = [costs.get(2)!, costs.get(turns)!];
  yield {
    ...goals.ledger,
    measured: `${figure(late / early, "").trim()} x`,
    ratio: late / early,
    detail: `${figure(early * 1e6, "ns")} a byte at turn 2, ${figure(late * 1e6, "ns")} at turn ${turns}`,
  };
}

/** Milliseconds a byte. */
async function costOf(client: Client, body: object): Promise<number> {
  const ms: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const { headers } = await client.post(chatPath, body);
    ms.push(Number(headers["x-cairn-memory-ms"]));
  }
  return median(ms) / Buffer.byteLength(JSON.stringify(body));
}
