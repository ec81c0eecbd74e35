import type { Config } from "../config/config.ts";
import { providersOf } from "../config/providers.ts";
import { inquire } from "../gateway/inquire.ts";
import { routeOf } from "../gateway/model/route.ts";
import { Upstreams } from "../gateway/upstream/upstreams.ts";
import { ExtractionQueue } from "../memory/background/reading/extraction-queue.ts";
import { ExtractionMetrics } from "../observe/extraction-metrics.ts";
import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Storage } from "./storage.ts";
import { warning } from "./warning.ts";

const patienceMs = 30_000;

/**
 * Has a model find rules in messages, where one is configured. It has connections of its own: a provider that fails here
 * is not left alone by the gateway, and the other way round.
 */
export async function startExtraction(
  config: Config["gateway"],
  { extractions: store }: Pick<Storage, "extractions">,
  metrics: Pick<Metrics, "registry">,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const { extractorModel: model, http2 } = config;
  if (model === undefined) {
    await store.switchOff();
    return { close: async () => undefined };
  }
  const target = routeOf(model, providersOf(config));
  const upstreams = new Upstreams({ firstByteTimeoutMs: patienceMs, silenceMs: patienceMs, connections: 4, http2 });
  const counted = new ExtractionMetrics(metrics.registry);
  const queue = new ExtractionQueue({
    store,
    model: { name: model, answer: (question, signal) => inquire(question, target, upstreams, signal) },
    patienceMs,
    onOutcome: (outcome, rules) => counted.told(outcome, rules),
    onError: warning(log, "messages could not be searched for rules by the model; it will be tried again"),
  });
  await store.switchOn(Date.now());
  queue.start();
  return {
    async close() {
      await queue.stop();
      await upstreams.close();
    },
  };
}
