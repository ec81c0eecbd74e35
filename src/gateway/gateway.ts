import { AppError } from "../error.ts";
import { readAsked, type Asked } from "./asked.ts";
import type { ChatEvent } from "./chat/event.ts";
import { Losses } from "./chat/loss.ts";
import { countTokens } from "./count-tokens.ts";
import { callers, upstreams } from "./dialect/dialects.ts";
import { answerPath } from "./dialect/paths.ts";
import type { Ask, Reply } from "./exchange.ts";
import { inspected, inspection } from "./inspect.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Provider } from "./model/provider.ts";
import { routeOf, type Target } from "./model/route.ts";
import { lossHeaders } from "./receipt.ts";
import { answerWith, translateAnswer } from "./translate.ts";
import { maskedHeaders } from "./upstream/headers.ts";
import type { UpstreamAnswer, Upstreams } from "./upstream/upstreams.ts";
import { patch } from "./wire/patch.ts";
import { membersAt } from "./wire/spans.ts";

export type GatewayPorts = { providers: readonly Provider[]; upstreams: Upstreams };

/** What is to be sent, and what it could not say. */
type Prepared = { body: Buffer; losses: Losses };

/** Answers requests to models: finds the provider, says the request in its dialect, and its answer in the caller's. */
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
    const { body, losses } = prepare(ask, asked, target);
    const answer = await this.#send(ask, target, answerPath(target.provider.dialect, target.model, asked.stream), body);
    const headers = { ...answer.headers, ...lossHeaders(losses) };
    if (target.provider.dialect === ask.dialect) return { status: answer.status, headers, body: answer.body };
    return translateAnswer(ask, asked, target.provider.dialect, { ...answer, headers });
  }

  /** How many tokens a request of Anthropic's dialect has. Errors: as `answer`. */
  async countTokens(ask: Ask): Promise<Reply> {
    const asked = readAsked(ask.body);
    const target = routeOf(asked.model, this.#ports.providers);
    if (target.provider.dialect !== "anthropic") return countTokens(ask, asked.json, target, this.#ports.upstreams);
    const { status, headers, body } = await this.#send(
      ask,
      target,
      "/messages/count_tokens",
      named(ask, asked, target),
    );
    return { status, headers, body };
  }

  #send({ headers, signal }: Ask, { provider }: Target, path: string, body: Buffer): Promise<UpstreamAnswer> {
    return this.#ports.upstreams.send({ provider, path, headers, body, signal });
  }

  /** Nothing is sent: the request itself is the answer. */
  #inspect(ask: Ask, asked: Asked, model: string): Reply {
    const { providers } = this.#ports;
    const own = providers.find(({ dialect }) => dialect === ask.dialect);
    if (own === undefined) throw new AppError("internal", "there is no provider of the caller's dialect");
    const target = model === "" ? { provider: own, model: asked.model } : routeOf(model, providers, { keyless: true });
    const { body, losses } = prepare(ask, asked, target);
    const headers = maskedHeaders(target.provider, ask.headers);
    const events: ChatEvent[] = inspection(target, asked.stream, headers, body);
    return answerWith(ask, asked, events, lossHeaders(losses));
  }
}

function prepare(ask: Ask, asked: Asked, target: Target): Prepared {
  const losses = new Losses();
  const { provider, model } = target;
  if (provider.dialect === ask.dialect) return { losses, body: named(ask, asked, target) };
  const request = { ...callers[ask.dialect].parseRequest(asked.json), model };
  const json = upstreams[provider.dialect].formatRequest(request, capabilitiesOf(provider.dialect, model), losses);
  return { losses, body: Buffer.from(JSON.stringify(json)) };
}

/** The caller's own bytes, but for the name of a model that was named with its provider. */
function named({ body }: Ask, asked: Asked, { model }: Target): Buffer {
  if (model === asked.model) return body;
  return patch(body, [{ ...membersAt(body).get("model")!, text: JSON.stringify(model) }]);
}
