import { AppError } from "../error.ts";
import { createAnswerReader } from "./answer-reader.ts";
import { readAsked, type Asked } from "./asked.ts";
import type { ChatEvent } from "./chat/event.ts";
import { countTokens } from "./count-tokens.ts";
import { upstreams } from "./dialect/dialects.ts";
import { answerPath } from "./dialect/paths.ts";
import type { Ask, Reply } from "./exchange.ts";
import { formulate, named } from "./formulate.ts";
import { inspected, inspection } from "./inspect.ts";
import type { GatewayMemory } from "./memory/gateway-memory.ts";
import { scopeOf } from "./memory/identity.ts";
import type { Prepared } from "./memory/prepared.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Provider } from "./model/provider.ts";
import { routeOf, type Target } from "./model/route.ts";
import { pass } from "./pass.ts";
import { lossHeaders } from "./receipt.ts";
import { answerWith, translateAnswer } from "./translate.ts";
import { maskedHeaders } from "./upstream/headers.ts";
import type { UpstreamAnswer, Upstreams } from "./upstream/upstreams.ts";
import { Watch } from "./watch.ts";

export type GatewayPorts = {
  providers: readonly Provider[];
  upstreams: Upstreams;
  memory: Pick<GatewayMemory, "prepare" | "begin" | "finish">;
};

/**
 * Answers requests to models: finds the provider, puts memory in, says the request in the provider's dialect and its
 * answer in the caller's, and stores what was said.
 */
export class Gateway {
  readonly #ports: GatewayPorts;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  /** Errors: AppError, which the facade says in the caller's dialect. */
  async answer(ask: Ask): Promise<Reply> {
    const asked = readAsked(ask.body);
    const shown = inspected(asked.model);
    if (shown !== undefined) return this.#inspect(ask, asked, shown);
    const target = routeOf(asked.model, this.#ports.providers);
    const prepared = await this.#prepare(ask, asked, target);
    const { body, losses } = formulate(ask, asked, target, prepared.edits);
    ask.tell(lossHeaders(losses));
    return this.#exchange(ask, asked, target, body, prepared);
  }

  /** How many tokens a request of Anthropic's dialect has, with what its conversation was shown. Errors: as `answer`. */
  async countTokens(ask: Ask): Promise<Reply> {
    const asked = readAsked(ask.body);
    const target = routeOf(asked.model, this.#ports.providers);
    const headers = { ...ask.headers, "x-cairn-memory": "off" };
    const { edits } = await this.#prepare({ ...ask, headers }, asked, target);
    if (target.provider.dialect !== "anthropic") return countTokens(ask, asked.json, target, this.#ports.upstreams);
    return this.#send(ask, target, "/messages/count_tokens", named(ask, asked, target, edits));
  }

  /** Sends, and answers with what comes; the conversation is stored on the way, whatever becomes of it. */
  async #exchange(ask: Ask, asked: Asked, target: Target, body: Buffer, prepared: Prepared): Promise<Reply> {
    const { memory } = this.#ports;
    const begun = memory.begin(prepared);
    const watch = new Watch((answer) => memory.finish(prepared, answer));
    // Nobody may ever read the answer of who went away.
    ask.signal.addEventListener("abort", () => void watch.end(), { once: true });
    const { dialect } = target.provider;
    try {
      const answer = await this.#send(ask, target, answerPath(dialect, target.model, asked.stream), body);
      if (dialect !== ask.dialect) return await translateAnswer(ask, asked, dialect, answer, watch);
      const isStream = /^text\/event-stream/iu.test(String(answer.headers["content-type"]));
      const reader = createAnswerReader(upstreams[dialect], isStream);
      return { ...answer, body: pass(answer.body, reader, watch) };
    } catch (error) {
      await watch.end();
      throw error;
    } finally {
      await begun;
    }
  }

  async #prepare(ask: Ask, { json }: Asked, { provider, model }: Target): Promise<Prepared> {
    const { systemInMessages } = capabilitiesOf(provider.dialect, model);
    const prepared = await this.#ports.memory.prepare({
      ...ask,
      scope: scopeOf(ask, json),
      json,
      target: { provider: provider.id, model, systemInMessages },
    });
    ask.tell(prepared.headers);
    return prepared;
  }

  #send({ headers, signal }: Ask, { provider }: Target, path: string, body: Buffer): Promise<UpstreamAnswer> {
    return this.#ports.upstreams.send({ provider, path, headers, body, signal });
  }

  /** Nothing is sent or stored: the request itself is the answer. */
  async #inspect(ask: Ask, asked: Asked, model: string): Promise<Reply> {
    const { providers } = this.#ports;
    const own = providers.find(({ dialect }) => dialect === ask.dialect);
    if (own === undefined) throw new AppError("internal", "there is no provider of the caller's dialect");
    const target = model === "" ? { provider: own, model: asked.model } : routeOf(model, providers, { keyless: true });
    const { edits } = await this.#prepare(ask, asked, target);
    const { body, losses } = formulate(ask, asked, target, edits);
    ask.tell(lossHeaders(losses));
    const headers = maskedHeaders(target.provider, ask.headers);
    const events: ChatEvent[] = inspection(target, asked.stream, headers, body);
    return answerWith(ask, asked, events, {});
  }
}
