import { Attempt } from "./attempt.ts";
import type { Usage } from "./chat/event.ts";
import type { Candidate } from "./model/fallbacks.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import type { GatewayPorts } from "./ports.ts";
import { askInTurn } from "./upstream/fall-back.ts";
import type { UpstreamAnswer } from "./upstream/upstreams.ts";

/** The providers that a request is put to, one after another, until one settles it. */
export class Attempts {
  readonly #ports: Pick<GatewayPorts, "upstreams" | "spending">;
  readonly #request: ParsedRequest;
  /** In the order in which they were asked. */
  readonly #asked: Attempt[] = [];
  #answered: Attempt | undefined;
  #headAtMs: number | undefined;

  constructor(ports: Pick<GatewayPorts, "upstreams" | "spending">, request: ParsedRequest) {
    this.#ports = ports;
    this.#request = request;
  }

  /** The one whose answer the caller gets. */
  get answered(): Attempt | undefined {
    return this.#answered;
  }

  /** The one that answered, or was asked last. */
  get last(): Attempt | undefined {
    return this.#answered ?? this.#asked.at(-1);
  }

  /** `performance.now()` when the newest head of an answer came. */
  get headAtMs(): number | undefined {
    return this.#headAtMs;
  }

  /** Whether a provider, but for one whose answer is known, may have worked on the request. */
  isTaken(known?: Attempt): boolean {
    return this.#asked.some((each) => each.hasFailed || (each.isTaken && each !== known));
  }

  /**
   * Puts the request to one after another, each time as `formulate` has it. Call it once. Errors: as those of `formulate`
   * and of `Attempt.send`; the signal's reason.
   */
  async ask(
    candidates: readonly [Candidate, ...Candidate[]],
    formulate: (attempt: Attempt) => Promise<void>,
  ): Promise<{ attempt: Attempt; answer: UpstreamAnswer }> {
    // As many as there are candidates.
    const [first, ...others] = candidates.map((each) => new Attempt(this.#request, each));
    const { target: attempt, answer } = await askInTurn([first!, ...others], (each) => this.#send(each, formulate));
    this.#answered = attempt;
    return { attempt, answer };
  }

  /** Charges the caller's key for what one has used. */
  charge({ target }: Attempt, usage: Usage): void {
    this.#ports.spending.charge(this.#request.caller.key, target, usage, Date.now());
  }

  async #send(attempt: Attempt, formulate: (attempt: Attempt) => Promise<void>): Promise<UpstreamAnswer> {
    // What ended the request, such as the server's stop, is no provider's failure: nobody stands in, and nobody is charged.
    this.#request.signal.throwIfAborted();
    // The one before may still be at work on it, though its connection broke.
    const before = this.#asked.at(-1);
    const used = before?.usage();
    if (before && used) this.charge(before, used);
    this.#asked.push(attempt);
    await formulate(attempt);
    const answer = await attempt.send(this.#ports.upstreams);
    this.#headAtMs = performance.now();
    return answer;
  }
}
