import { LRUCache } from "lru-cache";
import { lazyEach } from "../lazy.ts";
import { Circuit } from "./circuit.ts";
import { neverArrived } from "./failure.ts";
import type { Head, Tried } from "./retry.ts";

/** Whose requests succeed or fail together: an account's for one model. Absent: those of the server's own. */
export type Asking = { account: string; model: string };

const askingMax = 10_000;
/** Whoever has asked nothing for so long begins anew: an open circuit that nobody tries any more tells nothing. */
const askingKeptMs = 120_000;

/**
 * The circuits of all providers. That a provider cannot be reached is everybody's to know, and no request can bring it
 * about. What it answers, or whether it does, may be the fault of a request or of one of its models: for that each account
 * has a circuit for each model, so that none cuts off another.
 */
export class Circuits {
  /** By the id of a provider. */
  readonly #reached: (provider: string) => Circuit;
  readonly #answered = new LRUCache<string, { provider: string; circuit: Circuit }>({
    max: askingMax,
    ttl: askingKeptMs,
  });
  readonly #newCircuit: (isFailure: (tried: Tried) => boolean) => Circuit;

  /** How many failures in a row open one, and for how long. */
  constructor(failures: number, openMs: number) {
    this.#newCircuit = (isFailure) => new Circuit(isFailure, failures, openMs);
    this.#reached = lazyEach(() => this.#newCircuit(isUnreached));
  }

  /** Errors: as `Circuit.run`. */
  run<Answer extends Head>(
    provider: string,
    asking: Asking | undefined,
    signal: AbortSignal,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const reach = () => this.#reached(provider).run(signal, ask);
    return this.#answeredOf(provider, asking).run(signal, reach);
  }

  /** Whether anybody leaves a provider alone now. */
  isOpen(provider: string): boolean {
    if (this.#reached(provider).isOpen) return true;
    return [...this.#answered.values()].some((each) => each.provider === provider && each.circuit.isOpen);
  }

  #answeredOf(provider: string, asking: Asking | undefined): Circuit {
    const name = JSON.stringify([provider, asking?.account, asking?.model]);
    const known = this.#answered.get(name) ?? { provider, circuit: this.#newCircuit(isFailedAnswer) };
    this.#answered.set(name, known);
    return known.circuit;
  }
}

/** 500 and 501 may be one request's fault, and 429 comes from a provider that works. */
export function isOutage(status: number): boolean {
  return status >= 502;
}

function isUnreached(tried: Tried): boolean {
  return "error" in tried && neverArrived(tried.error);
}

function isFailedAnswer(tried: Tried): boolean {
  return "error" in tried ? !isUnreached(tried) : isOutage(tried.answer.status);
}
