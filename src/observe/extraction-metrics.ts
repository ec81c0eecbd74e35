import { Counter, type Registry } from "prom-client";

/** What a model was asked about, and what came of it, as Prometheus counts it. */
export class ExtractionMetrics {
  readonly #messages;
  readonly #rules;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#messages = new Counter({
      name: "cairn_extraction_messages_total",
      help: "Messages in which a model was asked to find rules: answered, empty (nothing to ask about), garbage, failed, given_up.",
      labelNames: ["outcome"],
      registers,
    });
    this.#rules = new Counter({
      name: "cairn_extraction_rules_total",
      help: "Rules that the model found: kept, or dropped because they did not pass the checks.",
      labelNames: ["outcome"],
      registers,
    });
  }

  told(outcome: string, { kept, dropped }: { kept: number; dropped: number }): void {
    this.#messages.inc({ outcome });
    this.#rules.inc({ outcome: "kept" }, kept);
    this.#rules.inc({ outcome: "dropped" }, dropped);
  }
}
