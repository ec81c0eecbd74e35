import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { HeaderFields } from "../../call.ts";
import { AppError } from "../../error.ts";
import type { Provider } from "../model/provider.ts";
import { CircuitOpen } from "./circuit.ts";
import { Circuits, isOutage, type Asking } from "./circuits.ts";
import { discard } from "./discard.ts";
import { unreachable } from "./failure.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import { hideInHeaders } from "./hide-key.ts";
import { unlessKeyRefused } from "./key-refused.ts";
import { Retries, type Tried } from "./retry.ts";

export type UpstreamRequest = {
  provider: Provider;
  /** After the provider's address: `/chat/completions`. */
  path: string;
  method?: "GET" | "POST";
  /** The caller's, lower-case; what must not pass is left out here. */
  headers: HeaderFields;
  body: Buffer | undefined;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** For whom it is, and which model: whose failures are counted together. */
  asking?: Asking;
  /**
   * Told that the provider has the request, and that it refused it. What it has not refused may be worked on, and is
   * paid for, whoever waits for it.
   */
  onTaken?: (isTaken: boolean) => void;
};

/** `body` must be read to its end or destroyed. Its reader sets the pace: nothing is buffered ahead of it. */
export type UpstreamAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  /** Of the body in bytes, where the provider says it; of an error that repeats our key, somewhat more. */
  length?: number;
  body: Readable;
};

export type UpstreamsOptions = {
  /** Until the answer's head: 10 minutes by default, for models may think for some. */
  firstByteTimeoutMs?: number;
  /** Between two pieces of the body: 5 minutes by default. */
  silenceMs?: number;
  /** Connections to one provider: 1,024 by default. */
  connections?: number;
  /** Whether HTTP/2 is spoken where it is offered: not by default. */
  http2?: boolean;
  /** How many failures in a row open the circuit, and for how long: 5 by default, for 10 seconds. */
  failures?: number;
  openMs?: number;
};

const connectTimeoutMs = 5_000;

/** The connections to all providers: pools, time limits, retries, and circuit breakers. */
export class Upstreams {
  readonly #agent: Agent;
  readonly #options: Required<UpstreamsOptions>;
  readonly #circuits: Circuits;
  readonly #lastErrors = new Map<string, number>();

  constructor(options: UpstreamsOptions = {}) {
    this.#options = {
      firstByteTimeoutMs: 600_000,
      silenceMs: 300_000,
      connections: 1_024,
      http2: false,
      failures: 5,
      openMs: 10_000,
      ...options,
    };
    const { firstByteTimeoutMs, silenceMs, connections, http2, failures, openMs } = this.#options;
    this.#circuits = new Circuits(failures, openMs);
    this.#agent = new Agent({
      allowH2: http2,
      connections,
      connect: { timeout: connectTimeoutMs },
      headersTimeout: firstByteTimeoutMs,
      bodyTimeout: silenceMs,
      keepAliveTimeout: 30_000,
      pipelining: 1,
    });
  }

  /**
   * Sends a request and answers with the head of what came back, whatever its status. It is sent again, before anything
   * has come of an answer, where the provider has not worked on it. Errors: unavailable, where it refuses our key too;
   * deadline_exceeded; the signal's reason.
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { provider, asking, signal } = request;
    try {
      const answer = await this.#circuits.run(provider.id, asking, signal, () => this.#persist(request));
      if (isOutage(answer.status)) this.#lastErrors.set(provider.id, Date.now());
      return await unlessKeyRefused(provider, answer);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof CircuitOpen) throw leftAlone(provider.id, asking?.model, this.#options.openMs);
      this.#lastErrors.set(provider.id, Date.now());
      throw error instanceof AppError ? error : unreachable(provider.id, error);
    }
  }

  /** When a provider last failed to answer, in milliseconds since the epoch. */
  lastErrorAt(provider: string): number | undefined {
    return this.#lastErrors.get(provider);
  }

  /** Whether anybody's requests to a provider are not sent now, after too many failures. */
  isOpen(provider: string): boolean {
    return this.#circuits.isOpen(provider);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #persist(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { headers, signal } = request;
    const retries = new Retries(headers);
    for (;;) {
      const tried = await this.#once(request).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      const waitMs = signal.aborted ? undefined : retries.next(tried);
      if (waitMs === undefined) return outcome(tried);
      if ("answer" in tried) discard(tried.answer.body);
      await sleep(waitMs, undefined, { signal });
    }
  }

  async #once(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { provider, path, method = "POST", headers, body, signal, onTaken } = request;
    const url = new URL(provider.url + path);
    const answer = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...requestHeaders(provider, headers), ...(body && { "content-length": String(body.length) }) },
      // undici takes any iterable; its types do not say so.
      body: body && onTaken ? (toldWhenSent(body, onTaken) as unknown as Readable) : (body ?? null),
      signal,
    });
    // Without a listener, an error of a body that nobody reads would end the process; readers get it all the same.
    answer.body.on("error", () => undefined);
    const isTaken = answer.statusCode >= 200 && answer.statusCode < 300;
    if (!isTaken) onTaken?.(false);
    const fault = faultOf(answer);
    if (fault !== undefined) {
      answer.body.destroy();
      throw new AppError("unavailable", `the provider "${provider.id}" answered ${fault}`, { isTaken });
    }
    const length = answer.headers["content-length"];
    return {
      status: answer.statusCode,
      headers: hideInHeaders(answerHeaders(answer.headers), provider.key),
      ...(length !== undefined && { length: Number(length) }),
      body: answer.body,
    };
  }
}

/** A body that is taken when there is a connection to send it on. */
function* toldWhenSent(body: Buffer, onTaken: (isTaken: boolean) => void): Generator<Buffer> {
  onTaken(true);
  yield body;
}

/** Why an answer goes no further, whatever is in its body. */
function faultOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  // Following it sends our key elsewhere; passing it on sends the caller's, for clients keep headers like x-api-key.
  if (statusCode >= 300 && statusCode < 400) return "with a redirect: check its address";
  if (statusCode < 200 || statusCode > 599) return "with an invalid HTTP status";
  if ((headers["content-encoding"] ?? "identity") !== "identity") return "in an encoding that was not requested";
  return undefined;
}

function outcome(tried: Tried<UpstreamAnswer>): UpstreamAnswer {
  if ("answer" in tried) return tried.answer;
  throw tried.error;
}

function leftAlone(provider: string, model: string | undefined, openMs: number): AppError {
  const what = model === undefined ? "it" : `its model "${model.slice(0, 100)}"`;
  const message = `the provider "${provider}" has failed too often; ${what} will not be asked for a while`;
  return new AppError("unavailable", message, { retryAfterS: openMs / 1_000 });
}
