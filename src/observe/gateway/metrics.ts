import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { outcomeOf, type CompletionObserver, type Observation } from "../../gateway/observation.ts";
import { BoundedNames } from "./bounded-names.ts";

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const memorySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3];

/** So many models that the catalogue does not list get a label of their own. */
const moreModels = 200;

/** What is asked when metrics are read. */
export type GatewayState = {
  /** Of the catalogue. */
  models: Iterable<string>;
  /** Requests to models that are under way. */
  open(): number;
  circuits(): { provider: string; isOpen: boolean }[];
};

/** Requests to models, as Prometheus counts them. */
export class GatewayMetrics implements CompletionObserver {
  readonly #models: BoundedNames;
  readonly #requests;
  readonly #duration;
  readonly #firstToken;
  readonly #tokens;
  readonly #memory;
  readonly #memorySeconds;
  readonly #errors;

  constructor(registry: Registry, { models, open, circuits }: GatewayState) {
    this.#models = new BoundedNames(models, moreModels);
    const registers = [registry];
    addGauges(registers, open, circuits);
    const byModel = ["provider", "model"] as const;
    this.#requests = new Counter({
      name: "cairn_gateway_requests_total",
      help: "Requests to models, by who answered, both dialects, whether it was a stream, and how it ended: complete, partial, refused, failed, cancelled.",
      labelNames: [...byModel, "caller", "upstream", "stream", "outcome"],
      registers,
    });
    this.#duration = new Histogram({
      name: "cairn_gateway_request_duration_seconds",
      help: "Time from the request's head to the end of the model's answer.",
      labelNames: byModel,
      buckets: seconds,
      registers,
    });
    this.#firstToken = new Histogram({
      name: "cairn_gateway_time_to_first_token_seconds",
      help: "Time to the first output of the model, in streams.",
      labelNames: byModel,
      buckets: seconds,
      registers,
    });
    this.#tokens = new Counter({
      name: "cairn_gateway_tokens_total",
      help: "Tokens, as they are charged: input (neither read from nor written to a cache), output, cache_read, cache_write.",
      labelNames: [...byModel, "kind"],
      registers,
    });
    this.#memory = new Counter({
      name: "cairn_gateway_memory_total",
      help: "Requests to which memory added something (applied), or else why not, or how it failed in part (timeout, error).",
      labelNames: ["result"],
      registers,
    });
    this.#memorySeconds = new Histogram({
      name: "cairn_gateway_memory_seconds",
      help: "Time that memory took before a request was sent.",
      buckets: memorySeconds,
      registers,
    });
    this.#errors = new Counter({
      name: "cairn_gateway_upstream_errors_total",
      help: "Requests that a provider refused (by status) or did not answer (by Cairn's error code).",
      labelNames: ["provider", "error"],
      registers,
    });
  }

  ended(observation: Observation): void {
    const { request, target, isStream, durationMs, firstTokenMs, status, error, memory } = observation;
    if (memory !== undefined) {
      this.#memory.inc({ result: memory.reason ?? "applied" });
      this.#memorySeconds.observe(memory.ms / 1_000);
    }
    if (target === undefined) return;
    const own = { provider: target.provider.id, model: this.#models.of(target.model) };
    const dialects = { caller: request.dialect, upstream: target.provider.dialect };
    this.#requests.inc({ ...own, ...dialects, stream: String(isStream), outcome: outcomeOf(observation) });
    this.#duration.observe(own, durationMs / 1_000);
    if (isStream && firstTokenMs !== undefined) this.#firstToken.observe(own, firstTokenMs / 1_000);
    if (status !== undefined && status >= 400) this.#errors.inc({ provider: own.provider, error: String(status) });
    else if (error !== undefined && error !== "cancelled") this.#errors.inc({ provider: own.provider, error });
    this.#count(own, observation.usage);
  }

  #count(own: { provider: string; model: string }, usage: Observation["usage"]): void {
    if (usage === undefined) return;
    const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
    for (const [kind, tokens] of Object.entries({ input, output, cache_read: cacheRead, cache_write: cacheWrite })) {
      if (tokens > 0) this.#tokens.inc({ ...own, kind }, tokens);
    }
  }
}

function addGauges(registers: Registry[], open: GatewayState["open"], circuits: GatewayState["circuits"]): void {
  const help = "Requests to models in progress.";
  const under: Gauge = new Gauge({
    name: "cairn_gateway_open_requests",
    help,
    registers,
    collect: () => under.set(open()),
  });
  const breakers: Gauge<"provider"> = new Gauge({
    name: "cairn_gateway_circuit_open",
    help: "1 while a provider is not asked, after too many failures.",
    labelNames: ["provider"],
    registers,
    collect() {
      for (const { provider, isOpen } of circuits()) breakers.set({ provider }, isOpen ? 1 : 0);
    },
  });
}
