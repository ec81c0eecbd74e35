import { AppError } from "../error.ts";
import type { Asked } from "./asked.ts";
import type { Answer } from "./chat/answer.ts";
import type { Usage } from "./chat/event.ts";
import type { JsonObject } from "../json.ts";
import { Losses } from "./chat/loss.ts";
import { lossHeaders, lossText } from "./chat/loss-text.ts";
import { callerDialects, upstreamDialects } from "./dialect/dialects.ts";
import { bytesPerToken, estimateTokens } from "./estimate.ts";
import type { Ask, Reply } from "./exchange.ts";
import { formulate } from "./formulate.ts";
import type { GatewayPorts } from "./gateway.ts";
import { editsForTarget, prepareForTarget } from "./memory/prepare-for-target.ts";
import { storedHeaders } from "./memory/receipt.ts";
import type { Remembered } from "./memory/remembered.ts";
import type { LateFacts } from "./memory/stored.ts";
import { capabilitiesOf } from "./model/families.ts";
import { fallbackHeaders, targetsOf, type Candidate } from "./model/fallbacks.ts";
import type { Target } from "./model/route.ts";
import type { Observation } from "./observation.ts";
import { passAnswer } from "./answer/pass.ts";
import { keepAlive } from "./answer/pings.ts";
import { translateAnswer } from "./answer/translate.ts";
import { asTaken } from "./upstream/failure.ts";
import { askInTurn } from "./upstream/fall-back.ts";
import { hideInReply, hideInText } from "./upstream/hide-key.ts";
import { refusals } from "./upstream/retry.ts";
import { sendMended } from "./upstream/send-mended.ts";
import type { UpstreamAnswer } from "./upstream/upstreams.ts";
import { usageOfAnswer } from "./usage/answer-usage.ts";
import { headerOfOtherModels, permitOthers } from "./usage/other-models.ts";
import { Watch } from "./answer/watch.ts";

/** One request for a model's answer, from its routing until its last byte is sent, stored, charged and told of. */
export class Completion {
  readonly #ports: GatewayPorts;
  readonly #ask: Ask;
  readonly #asked: Asked;
  readonly #watch = new Watch((answer) => this.#end(answer));
  readonly #startedAtMs = Date.now();
  readonly #startedMs = performance.now();
  #target: Target | undefined;
  #remembered: Remembered | undefined;
  /** The body that was sent last. */
  #sent: Buffer | undefined;
  /** Whether the provider has it, and may be working on it. */
  #isTaken = false;
  /** Whether one that was asked before had it when its connection broke. */
  #wasTaken = false;
  /** Whether one that was asked failed in a way that leaves open whether it had worked on it. It is charged for nothing. */
  #hasFailed = false;
  #losses = new Losses();
  #status: number | undefined;
  #headMs: number | undefined;
  #error: AppError["code"] | undefined;

  constructor(ports: GatewayPorts, ask: Ask, asked: Asked) {
    this.#ports = ports;
    this.#ask = ask;
    this.#asked = asked;
    // The answer may never be read to its end then: it ends here, once the provider's request was taken back.
    ask.signal.addEventListener("abort", () => queueMicrotask(() => void this.#watch.end()), { once: true });
  }

  /** Call it once. Errors: AppError, which the facade says in the caller's dialect. */
  async answer(): Promise<Reply> {
    try {
      const { answer, target } = await askInTurn(await this.#admitted(), (each) => this.#send(each));
      // No stand-in took the request: this is the answer of the first one, and the losses are of another's request.
      if (target !== this.#target) this.#losses = new Losses();
      this.#target = target;
      this.#ask.tell({ ...fallbackHeaders(target), ...lossHeaders(this.#losses) });
      this.#remembered?.noteLosses(this.#losses);
      const told = await this.#reply(target, answer);
      const reply = { ...told, provider: target.provider.id, isTaken: this.#wasTaken || this.#hasFailed };
      await this.#store();
      return keepAlive(reply, this.#asked, callerDialects[this.#ask.dialect].ping, this.#ports.pingMs);
    } catch (error) {
      this.#error = error instanceof AppError ? error.code : "internal";
      await this.#watch.end();
      await this.#store();
      throw this.#isTaken || this.#wasTaken || this.#hasFailed ? asTaken(error) : error;
    }
  }

  /**
   * What the user said is stored before the answer's first byte is sent; so is the answer, where it came whole. The caller
   * is told where, or that it is not. Never rejects.
   */
  async #store(): Promise<void> {
    if (this.#remembered === undefined) return;
    const isStored = await this.#remembered.begin();
    this.#ask.tell(storedHeaders(this.#remembered.prepared.receipt, isStored));
  }

  /** Who may be asked with this key. */
  async #admitted(): Promise<[Candidate, ...Candidate[]]> {
    const { providers, fallbacks, spending } = this.#ports;
    const { key } = this.#ask.caller;
    permitOthers(key, this.#asked.choosesBy ?? headerOfOtherModels(this.#ask.headers));
    const [first, ...others] = targetsOf(this.#asked.model, providers, fallbacks);
    this.#target = first;
    await spending.admit(key, first, this.#startedAtMs);
    return [first, ...others.filter((each) => spending.allows(key, each))];
  }

  async #send(target: Target): Promise<UpstreamAnswer> {
    const { headers, signal } = this.#ask;
    // What ended the request, such as the server's stop, is no failure of who was asked: nobody stands in, nor is charged.
    signal.throwIfAborted();
    const { provider, model } = target;
    // Another may be at work on it, though its connection broke.
    if (this.#isTaken) {
      this.#wasTaken = true;
      this.#charge(this.#taken());
    }
    this.#target = target;
    this.#isTaken = false;
    const body = await this.#formulate(target);
    const query = provider.dialect === this.#ask.dialect ? this.#ask.query : "";
    const dialect = upstreamDialects[provider.dialect];
    const path = dialect.answerPath(model, this.#asked.stream) + query;
    const onTaken = (isTaken: boolean) => void (this.#isTaken = isTaken);
    const send = (bytes: Buffer) => {
      this.#sent = bytes;
      return this.#ports.upstreams.send({ provider, path, headers, body: bytes, signal, onTaken });
    };
    const answer = await sendMended(body, dialect, send, this.#losses);
    this.#headMs = performance.now() - this.#startedMs;
    if (answer.status >= 500 && !refusals.includes(answer.status)) this.#hasFailed = true;
    return answer;
  }

  /**
   * The body for a target, with memory. Memory is prepared once: a stand-in is shown what the first one was, at places
   * that it takes.
   */
  async #formulate(target: Target): Promise<Buffer> {
    const held = this.#remembered;
    const remembered = held ?? (await prepareForTarget(this.#ports.memory, this.#ask, this.#asked.json, target));
    const { prepared } = remembered;
    // Where the caller went away meanwhile, nothing is stored.
    this.#ask.signal.throwIfAborted();
    const edits = held ? editsForTarget(prepared, target) : prepared.edits;
    const { body, losses } = formulate(this.#ask, this.#asked, target, edits);
    this.#losses = losses;
    if (held === undefined) {
      this.#ask.tell(prepared.headers);
      this.#remembered = remembered;
      remembered.hold();
    }
    return body;
  }

  async #reply(target: Target, answer: UpstreamAnswer): Promise<Reply> {
    this.#status = answer.status;
    const { provider } = target;
    if (provider.dialect === this.#ask.dialect)
      return passAnswer(this.#ask, this.#asked, provider, answer, this.#watch);
    return hideInReply(await translateAnswer(this.#ask, this.#asked, target, answer, this.#watch), provider.key);
  }

  /** Once, however it ends. Never rejects. */
  async #end(answer: Answer | undefined): Promise<void> {
    const { observer } = this.#ports;
    const said = this.#isRefused() ? undefined : answer;
    let usage: Usage | undefined;
    try {
      usage = this.#usage(said);
      this.#charge(usage);
      await this.#remembered?.finish(said, this.#facts());
    } catch (error) {
      this.#ports.onError(error);
    } finally {
      observer.ended(this.#observation(said, usage));
    }
  }

  #isRefused(): boolean {
    return this.#status !== undefined && this.#status >= 400;
  }

  /** A request that the provider took is paid for, even where it never answered, or nobody could read what it said. */
  #usage(said: Answer | undefined): Usage | undefined {
    const known = usageOfAnswer(() => this.#sentJson(), said);
    const { unread } = this.#watch;
    if (known !== undefined && (said?.usage !== undefined || unread === 0)) return known;
    const wasTaken = this.#status !== undefined ? !this.#isRefused() : this.#isTaken;
    if (!wasTaken) return known;
    return { ...this.#taken(), output: Math.max(known?.output ?? 0, Math.ceil(unread / bytesPerToken)) };
  }

  /** What a provider has read, of which nothing else is known. */
  #taken(): Usage {
    return { input: estimateTokens(this.#sentJson()), output: 0 };
  }

  #charge(usage: Usage | undefined): void {
    if (usage && this.#target) this.#ports.spending.charge(this.#ask.caller.key, this.#target, usage, Date.now());
  }

  /** The request as the provider got it, memory included: what estimates are made from. */
  #sentJson(): JsonObject {
    if (this.#sent === undefined || this.#sent === this.#ask.body) return this.#asked.json;
    return JSON.parse(this.#sent.toString("utf8")) as JsonObject; // as it was formulated
  }

  /** The code for a caller who left before anybody answered: no error need have been thrown yet. */
  #codeOfLeaving(): AppError["code"] | undefined {
    const { aborted, reason } = this.#ask.signal;
    if (!aborted || this.#status !== undefined) return undefined;
    return reason instanceof AppError ? reason.code : "cancelled";
  }

  /** Which model answered, which need not be the one that was asked first, and what was lost. */
  #facts(): LateFacts {
    const loss = lossText(this.#losses);
    return { ...(this.#target && factsOf(this.#target)), ...(loss !== "" && { loss }) };
  }

  #observation(answer: Answer | undefined, usage: Observation["usage"]): Observation {
    const { firstAtMs } = this.#watch;
    return {
      ask: this.#ask,
      model: this.#asked.model,
      isStream: this.#asked.stream,
      target: this.#target,
      startedAtMs: this.#startedAtMs,
      durationMs: performance.now() - this.#startedMs,
      headMs: this.#headMs,
      firstTokenMs: firstAtMs && firstAtMs - this.#startedMs,
      status: this.#status,
      error: this.#error ?? this.#codeOfLeaving(),
      answer,
      usage,
      memory: this.#remembered?.prepared.receipt,
    };
  }
}

function factsOf({ provider, model }: Target): LateFacts {
  const { prefill, prefixMark } = capabilitiesOf(provider, model);
  const isIgnored = !prefill && !upstreamDialects[provider.dialect].asksToContinue;
  const beginning = isIgnored ? "ignored" : prefixMark ? "repeated" : "continued";
  return { provider: provider.id, model, beginning, hide: (text) => hideInText(text, provider.key) };
}
