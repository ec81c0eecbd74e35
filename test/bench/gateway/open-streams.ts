import type { Row } from "../benchmark.ts";
import { Client } from "../support/client.ts";
import { loopDelayP99, readLoopDelay, readMetric } from "../support/metrics.ts";
import { memoryOf } from "../support/process.ts";
import { figure } from "../support/stats.ts";
import type { Server } from "./added.ts";
import { chat, chatPath } from "./bodies.ts";

export const goals = {
  streams: {
    what: "1,000 open streams: resident memory, event-loop delay p99",
    goal: "<= 600 MB, <= 30 ms, every one complete",
  },
};

const streams = 1_000;
/** Beginnings are spread, as callers come. */
const betweenMs = 2;

export async function* openStreams(server: Server & { pid: number }): AsyncGenerator<Row> {
  const client = new Client({ ...server, headers: { "x-cairn-memory": "off" } }, streams);
  const body = { ...chat(1_000, "openai/gpt-slow"), stream: true };
  const delay = () => readLoopDelay(new Client(server));
  const open: Promise<string>[] = [];
  const before = await delay();
  for (let i = 0; i < streams; i++) {
    open.push(client.post(chatPath, body).then((reply) => reply.body));
    await new Promise((next) => setTimeout(next, betweenMs));
  }
  const { residentMb } = memoryOf(server.pid);
  const counted = await readMetric(new Client(server), "cairn_gateway_open_requests");
  const p99 = loopDelayP99(before, await delay());
  const answers = await Promise.all(open);
  const complete = answers.filter((text) => text.endsWith("data: [DONE]\n\n")).length;
  yield {
    ...goals.streams,
    measured: `${figure(residentMb, "MB")}, ${figure(p99 * 1_000, "ms")}`,
    detail: `${counted} were open at once, ${complete} of ${streams} complete; ${figure(memoryOf(server.pid).peakMb, "MB")} at the peak`,
  };
}
