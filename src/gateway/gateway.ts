import type { Caller } from "../account/account.ts";
import type { Watched } from "../account/key-watch.ts";
import { AppError } from "../error.ts";
import { keepAlive } from "./answer/keep-alive.ts";
import { answerWith } from "./answer/reply.ts";
import type { ChatEvent } from "./chat/event.ts";
import { lossHeaders } from "./chat/loss.ts";
import { Completion } from "./completion.ts";
import { countTokens } from "./count-tokens.ts";
import type { Reply } from "./exchange.ts";
import { formulate } from "./formulate.ts";
import { inspected, inspection } from "./inspect.ts";
import { prepareForTarget } from "./memory/gateway-memory.ts";
import { storedHeaders } from "./memory/receipt.ts";
import { fallbackHeaders, targetsOf } from "./model/fallbacks.ts";
import { routeOf, type Target } from "./model/route.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import type { GatewayPorts } from "./ports.ts";
import { maskedHeaders } from "./upstream/headers.ts";

/**
 * Answers requests to models: finds the provider, puts memory in, says the request in the provider's dialect and its
 * answer in the caller's, and stores what was said.
 */
export class Gateway {
  readonly #ports: GatewayPorts;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  /**
   * A place for a request, held until all of its answer is sent; its signal aborts when the caller's key ends. On the paths
   * of REST it is taken before the body is read; RPCs have read theirs. Errors: rate_limited, where the account or the user
   * has none left.
   */
  enter(caller: Caller): Watched {
    const place = this.#ports.openRequests.enter(caller);
    const watched = this.#ports.keyWatch.watch(caller.key.id);
    const leave = () => {
      watched[Symbol.dispose]();
      place[Symbol.dispose]();
    };
    return { signal: watched.signal, [Symbol.dispose]: leave };
  }

  /** Errors: AppError, which the facade says in the caller's dialect. */
  async answer(request: ParsedRequest): Promise<Reply> {
    const shown = inspected(request.model);
    if (shown !== undefined) return this.#inspect(request, shown);
    return new Completion(this.#ports, request).answer();
  }

  /**
   * The same for callers of HTTP: where a stream's provider takes long to begin, its head goes out before, and what comes
   * then, errors too, are its events. Errors: as `answer`.
   */
  async answerSoon(request: ParsedRequest): Promise<Reply> {
    return inspected(request.model) === undefined
      ? new Completion(this.#ports, request).answerSoon()
      : this.answer(request);
  }

  /** How many tokens a request of Anthropic's dialect has, with what its conversation was shown. Errors: as `answer`. */
  async countTokens(request: ParsedRequest): Promise<Reply> {
    const { memory, upstreams } = this.#ports;
    const shown = inspected(request.model);
    const target = shown === undefined ? this.#firstTarget(request) : this.#shownTarget(request, shown);
    const { prepared } = await prepareForTarget(memory, request, target, "off");
    request.tell({ ...prepared.headers, ...storedHeaders(prepared.receipt, true) });
    // What is inspected is sent to nobody: no key is asked what it may use.
    return countTokens(request, prepared.edits, target, shown === undefined ? upstreams : undefined);
  }

  /** Nothing is sent or stored: the request itself is the answer. */
  async #inspect(request: ParsedRequest, model: string): Promise<Reply> {
    const target = this.#shownTarget(request, model);
    const remembered = await prepareForTarget(this.#ports.memory, request, target);
    const { prepared } = remembered;
    const { body, losses } = formulate(request, target, prepared.edits);
    // Nothing is stored: there is no session to tell of.
    request.tell({ ...prepared.headers, ...lossHeaders(losses) });
    remembered.noteLosses(losses);
    const headers = maskedHeaders(target.provider, request.headers);
    const events: ChatEvent[] = inspection(target, request.stream, headers, body);
    return keepAlive(answerWith(request, events, {}), request, this.#ports.pingMs);
  }

  /** Who would be asked for an answer first: a stand-in, where the model's own provider has no key. */
  #firstTarget({ caller, model, tell }: ParsedRequest): Target {
    const { providers, fallbacks, spending } = this.#ports;
    const [first] = targetsOf(model, providers, fallbacks);
    spending.permit(caller.key, first);
    tell(fallbackHeaders(first));
    return first;
  }

  /** Who would be asked: without a model, the provider of the caller's own dialect. No key is needed. */
  #shownTarget(request: ParsedRequest, model: string): Target {
    const { providers } = this.#ports;
    if (model !== "") return routeOf(model, providers, { keyless: true });
    const own = providers.find(({ dialect }) => dialect === request.dialect);
    if (own === undefined) throw new AppError("internal", "there is no provider of the caller's dialect");
    return { provider: own, model: request.model };
  }
}
