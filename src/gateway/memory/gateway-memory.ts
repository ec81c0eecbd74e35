import type { Search } from "../../memory/search/search.ts";
import { capabilitiesOf } from "../model/families.ts";
import type { Target } from "../model/route.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import type { RulesOf } from "./injection/rules/standing-rules.ts";
import { BeginningThreads } from "./chain/beginning-threads.ts";
import { prepare, untouched } from "./prepare.ts";
import type { MemoryRequest, Prepared } from "./prepared.ts";
import { Remembered, type RememberedOptions } from "./remembered.ts";
import { reporterOf, scopeOf, sessionOf } from "./request/identity.ts";
import { readMemorySettings, type Mode } from "./request/memory-settings.ts";

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
  readonly #beginning = new BeginningThreads();

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
      const prepared = await prepare(request, { now: Date.now, beginning: this.#beginning, ...this.#options });
      if (prepared.retrieval) receipts.add(prepared.retrieval);
      return prepared;
    } catch (error) {
      if (!request.signal.aborted) onError(error);
      return untouched("error", sessionOf(request.headers, request.json), request, startedMs);
    }
  }
}

/**
 * Memory for a request to this target, as its headers ask for it, or in another `mode`. Errors: as `readMemorySettings` and
 * `scopeOf`.
 */
export function prepareForTarget(
  memory: Pick<GatewayMemory, "prepare">,
  request: ParsedRequest,
  { provider, model }: Target,
  mode?: Mode,
): Promise<Remembered> {
  const { systemInMessages } = capabilitiesOf(provider, model);
  const target = { provider: provider.id, model, systemInMessages };
  return memory.prepare({
    ...request,
    scope: scopeOf(request, request.json),
    reporter: reporterOf(request.caller),
    settings: readMemorySettings(request.headers, request.json, mode),
    target,
  });
}
