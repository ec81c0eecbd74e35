import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { watchLoopDelay } from "./loop-delay.ts";
import { RequestCounts } from "./request-counts.ts";

/**
 * Of prom-client's own: what is no counter, and has a counter's name, is told by type beside them; and what is forgotten
 * whenever anybody reads it is told by `watchLoopDelay`.
 */
const unwanted = /^cairn_nodejs_(active_\w+_total|eventloop_lag_\w+)$/u;

/** What the server tells Prometheus about itself. Labels come from closed lists: routes, methods, codes, windows. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new RequestCounts();
  readonly #flushes: Counter<"step">;
  readonly #cuts: Counter;
  readonly #loopDelay: Disposable;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: "cairn_" });
    for (const { name } of this.registry.getMetricsAsArray())
      if (unwanted.test(name)) this.registry.removeSingleMetric(name);
    this.#flushes = new Counter({
      name: "cairn_flush_steps_total",
      help: "Steps completed in moving memories to LanceDB: acquired, read, applied, published, purged.",
      labelNames: ["step"],
      registers: [this.registry],
    });
    this.#cuts = new Counter({
      name: "cairn_connections_cut_total",
      help: "Connections cut on arrival: the maximum number was open, or the system could not accept them.",
      registers: [this.registry],
    });
    this.#loopDelay = watchLoopDelay(this.registry);
  }

  request(route: string, method: string, code: string, durationMs: number): void {
    this.#requests.add(route, method, code, durationMs / 1_000);
  }

  flushed(step: string): void {
    this.#flushes.inc({ step });
  }

  connectionCut(): void {
    this.#cuts.inc();
  }

  /** A value that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const collect = async () => gauge.set(await read());
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect });
  }

  /** The exposition format, and its content type. */
  async expose(): Promise<{ contentType: string; text: string }> {
    const text = `${await this.registry.metrics()}\n${this.#requests.expose()}`;
    return { contentType: this.registry.contentType, text };
  }

  close(): void {
    this.#loopDelay[Symbol.dispose]();
    this.registry.clear();
  }
}
