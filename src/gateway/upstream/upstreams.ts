import type { Readable } from "node:stream";
import {
  ConsecutiveBreaker,
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  handleWhen,
  type CircuitBreakerPolicy,
} from "cockatiel";
import { Agent } from "undici";
import { AppError } from "../../error.ts";
import type { Provider } from "../model/provider.ts";
import { neverArrived, unreachable } from "./failure.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";

export type UpstreamRequest = {
  provider: Provider;
  /** Behind the provider's address: `/chat/completions`. */
  path: string;
  method?: "GET" | "POST";
  /** The caller's, lower-case; what must not pass is left out here. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer | undefined;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
};

/** `body` must be read to its end or destroyed. Its reader sets the pace: nothing is buffered ahead of it. */
export type UpstreamAnswer = { status: number; headers: Record<string, string | string[]>; body: Readable };

export type UpstreamsOptions = {
  connectTimeoutMs?: number;
  /** Until the answer's head; models may think for minutes. */
  firstByteTimeoutMs?: number;
  /** Between two pieces of the body. */
  silenceMs?: number;
  /** Connections to one provider. */
  connections?: number;
  /** So many failures in a row open the circuit, for so long. */
  failures?: number;
  openMs?: number;
};

/** The connections to all providers: pools, time limits, and a circuit breaker each. */
export class Upstreams {
  readonly #agent: Agent;
  readonly #options: Required<UpstreamsOptions>;
  readonly #breakers = new Map<string, CircuitBreakerPolicy>();
  readonly #lastErrors = new Map<string, number>();

  constructor(options: UpstreamsOptions = {}) {
    this.#options = {
      connectTimeoutMs: 5_000,
      firstByteTimeoutMs: 600_000,
      silenceMs: 300_000,
      connections: 1_024,
      failures: 5,
      openMs: 10_000,
      ...options,
    };
    const { connectTimeoutMs, firstByteTimeoutMs, silenceMs, connections } = this.#options;
    this.#agent = new Agent({
      allowH2: true,
      connections,
      connect: { timeout: connectTimeoutMs },
      headersTimeout: firstByteTimeoutMs,
      bodyTimeout: silenceMs,
      keepAliveTimeout: 30_000,
      pipelining: 1,
    });
  }

  /**
   * Sends a request and answers with the head of what came back, whatever its status. It is sent a second time only
   * where the provider cannot have seen it. Errors: unavailable, deadline_exceeded; the signal's reason.
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { provider, signal } = request;
    try {
      return await this.#breaker(provider.id).execute(async () => {
        try {
          return await this.#once(request);
        } catch (error) {
          if (!neverArrived(error) || signal.aborted) throw error;
          return await this.#once(request);
        }
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof BrokenCircuitError) {
        throw new AppError(
          "unavailable",
          `the provider "${provider.id}" has failed too often; it is left alone for a while`,
          {
            retryAfterS: Math.ceil(this.#options.openMs / 1_000),
          },
        );
      }
      this.#lastErrors.set(provider.id, Date.now());
      throw unreachable(provider.id, error);
    }
  }

  /** When a provider last failed to answer, in milliseconds since the epoch. */
  lastErrorAt(provider: string): number | undefined {
    return this.#lastErrors.get(provider);
  }

  /** Whether a provider is left alone now, after too many failures. */
  isOpen(provider: string): boolean {
    return this.#breakers.get(provider)?.state === CircuitState.Open;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #once({ provider, path, method = "POST", headers, body, signal }: UpstreamRequest): Promise<UpstreamAnswer> {
    const url = new URL(provider.url + path);
    const answer = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: requestHeaders(provider, headers),
      body: body ?? null,
      signal,
    });
    return { status: answer.statusCode, headers: answerHeaders(answer.headers), body: answer.body };
  }

  #breaker(id: string): CircuitBreakerPolicy {
    let breaker = this.#breakers.get(id);
    if (!breaker) {
      const { failures, openMs } = this.#options;
      breaker = circuitBreaker(ofProvider, { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failures) });
      this.#breakers.set(id, breaker);
    }
    return breaker;
  }
}

/** That a caller goes away says nothing of the provider. */
const ofProvider = handleWhen((error) => !(error instanceof AppError && error.code === "cancelled"));
