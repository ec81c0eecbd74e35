import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { RequestCounts } from "./request-counts.ts";

const resolutionMs = 10;

/** What the server tells Prometheus about itself. Labels come from closed lists: routes, methods, codes, windows. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new RequestCounts();
  readonly #flushes: Counter<"step">;
  readonly #cuts: Counter;
  readonly #loop = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: "cairn_" });
    this.#flushes = new Counter({
      name: "cairn_flush_steps_total",
      help: "Steps done in moving memories to LanceDB: acquired, read, applied, published, purged.",
      labelNames: ["step"],
      registers: [this.registry],
    });
    this.#cuts = new Counter({
      name: "cairn_connections_cut_total",
      help: "Connections cut as they came, for as many were open as may be.",
      registers: [this.registry],
    });
    this.#loop.enable();
    for (const [name, percentile] of [
      ["p50", 50],
      ["p99", 99],
    ] as const) {
      this.gauge(`cairn_event_loop_delay_${name}_seconds`, "How late timers were since the last reading.", () =>
        this.#loopDelay(percentile),
      );
    }
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
    this.#loop.reset();
    return { contentType: this.registry.contentType, text };
  }

  close(): void {
    this.#loop.disable();
    this.registry.clear();
  }

  #loopDelay(percentile: number): number {
    return Math.max(0, this.#loop.percentile(percentile) / 1e6 - resolutionMs) / 1_000;
  }
}
