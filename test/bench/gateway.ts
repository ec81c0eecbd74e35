import type { Row } from "./benchmark.ts";
import * as additions from "./gateway/added.ts";
import * as ledgers from "./gateway/ledger.ts";
import * as leaving from "./gateway/leaving.ts";
import * as streams from "./gateway/open-streams.ts";
import * as memory from "./gateway/remembered.ts";
import type { Options } from "./options.ts";
import { startCairn } from "./support/cairn.ts";
import { startChild } from "./support/child.ts";

export const goals = { ...additions.goals, ...leaving.goals, ...streams.goals, ...memory.goals, ...ledgers.goals };

/** Requests to models. Other gateways are measured by harnesses of their own. */
export async function* run({ rounds, seconds }: Options): AsyncGenerator<Row> {
  const model = await startChild<{ url: string }>("model");
  const proxy = await startChild<{ url: string }>("proxy", [model.hello.url]);
  const env = { OPENAI_API_KEY: "sk", CAIRN_OPENAI_URL: `${model.hello.url}/v1`, CAIRN_GATEWAY_CONCURRENCY: "2000" };
  const server = await startCairn({ env });
  const off = { ...server, headers: { "x-cairn-memory": "off" } };
  yield* additions.added(rounds, seconds, { direct: model.hello, proxy: proxy.hello, ours: off });
  yield* leaving.leaving({ direct: model.hello, ours: off });
  yield* streams.openStreams(server);
  yield* memory.remembered(rounds, server);
  yield* ledgers.ledger(server);
}
