import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from "cockatiel";
import type { Head, Tried } from "./retry.ts";

/** The provider is left alone for now. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

/**
 * Whether what is asked works. Several failures in a row open the circuit. After a while one request is let through as a
 * trial: the head of its answer decides for the others. They are refused meanwhile, unless the trial takes longer than
 * the circuit was open: then the provider is slow and not down, and they pass too.
 */
export class Circuit {
  readonly #policy: CircuitBreakerPolicy;
  readonly #openMs: number;
  #triedAtMs = 0;

  /** `isFailure`: what counts, of what came of asking; other errors count neither way. */
  constructor(isFailure: (tried: Tried) => boolean, failures: number, openMs: number) {
    this.#openMs = openMs;
    const counted = handleWhen((error) => {
      if (error instanceof CallerGone) return error.wasTrial;
      return !(error instanceof CircuitOpen) && isFailure({ error });
    }).orWhenResult((answer) => isFailure({ answer: answer as Head })); // as `run` has it
    this.#policy = circuitBreaker(counted, { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failures) });
    this.#policy.onHalfOpen(() => (this.#triedAtMs = performance.now()));
  }

  get isOpen(): boolean {
    return this.#policy.state !== CircuitState.Closed;
  }

  /** Errors: CircuitOpen, the caller's own reason, and those of `ask`. */
  async run<Answer extends Head>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#policy.state === CircuitState.HalfOpen) {
      if (performance.now() - this.#triedAtMs < this.#openMs) throw new CircuitOpen();
      return ask();
    }
    try {
      return await this.#policy.execute(() => {
        const isTrial = this.isOpen;
        return ask().catch((error: unknown) => Promise.reject(signal.aborted ? new CallerGone(isTrial) : error));
      });
    } catch (error) {
      if (error instanceof CallerGone) throw signal.reason;
      throw error instanceof BrokenCircuitError ? new CircuitOpen() : error;
    }
  }
}

/** Says nothing of the provider: a trial that ends so has not closed the circuit. */
class CallerGone extends Error {
  readonly wasTrial: boolean;

  constructor(wasTrial: boolean) {
    super();
    this.wasTrial = wasTrial;
  }
}
