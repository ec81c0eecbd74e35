import type { Search } from "../../memory/search/search.ts";
import type { RulesOf } from "./injection/standing-rules.ts";
import { prepare, untouched } from "./prepare.ts";
import type { MemoryRequest, Prepared } from "./prepared.ts";
import { Remembered, type RememberedOptions } from "./remembered.ts";
import { sessionOf } from "./request/identity.ts";

export type GatewayMemoryOptions = RememberedOptions & {
  /** Leaves no receipt of its own. */
  search: Pick<Search, "search">;
  rulesOf: RulesOf;
  /** How long a request waits for all that is looked up and searched for. */
  timeoutMs: number;
  now?: () => number;
};

/** Memory in requests to models. docs/gateway-memory.md has the rules. */
export class GatewayMemory {
  readonly #options: GatewayMemoryOptions;

  constructor(options: GatewayMemoryOptions) {
    this.#options = options;
  }

  /** What fails in here is reported, unless the caller left, and leaves memory out: this never rejects. */
  async prepare(request: MemoryRequest): Promise<Remembered> {
    return new Remembered(await this.#prepared(request), this.#options);
  }

  async #prepared(request: MemoryRequest): Promise<Prepared> {
    const startedMs = performance.now();
    const { receipts, onError } = this.#options;
    try {
      const prepared = await prepare(request, { now: Date.now, ...this.#options });
      if (prepared.retrieval) receipts.add(prepared.retrieval);
      return prepared;
    } catch (error) {
      if (!request.signal.aborted) onError(error);
      return untouched("error", sessionOf(request.headers, request.json), request, startedMs);
    }
  }
}
