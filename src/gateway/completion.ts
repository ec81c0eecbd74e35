import { AppError } from "../error.ts";
import { orLate } from "../memory/or-late.ts";
import { AnswerRecorder } from "./answer/answer-recorder.ts";
import { earlyReply } from "./answer/early-reply.ts";
import { keepAlive } from "./answer/keep-alive.ts";
import { passAnswer } from "./answer/pass.ts";
import { translateAnswer } from "./answer/translate.ts";
import type { Attempt } from "./attempt.ts";
import { Attempts } from "./attempts.ts";
import type { Answer } from "./chat/answer.ts";
import type { Usage } from "./chat/event.ts";
import { lossHeaders } from "./chat/loss.ts";
import type { Reply } from "./exchange.ts";
import { prepareForTarget } from "./memory/gateway-memory.ts";
import { storedHeaders } from "./memory/receipt.ts";
import type { Remembered } from "./memory/remembered.ts";
import { fallbackHeaders, targetsOf, type Candidate } from "./model/fallbacks.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Target } from "./model/route.ts";
import type { Observation } from "./observation.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import type { GatewayPorts } from "./ports.ts";
import { asTaken } from "./upstream/failure.ts";
import { hideInReply } from "./upstream/hide-key.ts";
import type { UpstreamAnswer } from "./upstream/upstreams.ts";
import { headerOfOtherModels, permitOthers } from "./usage/other-models.ts";

/** After how many pings' time a stream's head goes out, though its provider has not answered: by default, half a minute. */
const pingsUntilHead = 2;

/** One request for a model's answer, from its routing until the last byte is sent, stored, charged and reported. */
export class Completion {
  readonly #ports: GatewayPorts;
  readonly #request: ParsedRequest;
  readonly #attempts: Attempts;
  readonly #recorder = new AnswerRecorder((answer) => this.#end(answer));
  readonly #startedAtMs = Date.now();
  readonly #startedMs = performance.now();
  /** Who is to be asked first. */
  #routed: Target | undefined;
  #remembered: Remembered | undefined;
  #error: AppError["code"] | undefined;

  constructor(ports: GatewayPorts, request: ParsedRequest) {
    this.#ports = ports;
    this.#request = request;
    this.#attempts = new Attempts(ports, request);
    // Then the answer may never be read to its end: it ends here, after the provider's request was taken back.
    request.signal.addEventListener("abort", () => queueMicrotask(() => void this.#recorder.end()), { once: true });
  }

  /** Call it or `answerSoon`, once. Errors: AppError, which the facade says in the caller's dialect. */
  async answer(): Promise<Reply> {
    return keepAlive(await this.#answer(), this.#request, this.#ports.pingMs);
  }

  /**
   * As `answer`, but where a stream's provider takes long to begin, its head goes out before that, and pings: proxies and
   * clients give up what is silent for a minute. Whatever comes then, errors too, are events of the stream.
   */
  async answerSoon(): Promise<Reply> {
    const { pingMs } = this.#ports;
    const answer = this.#answer();
    const inTime = answer.catch(() => undefined).then(() => true);
    if (!this.#request.stream || (await orLate(inTime, pingsUntilHead * pingMs, false))) {
      return keepAlive(await answer, this.#request, pingMs);
    }
    await this.#store();
    return keepAlive(earlyReply(answer, this.#request), this.#request, pingMs);
  }

  async #answer(): Promise<Reply> {
    try {
      const { attempt, answer } = await this.#attempts.ask(await this.#admit(), (each) => this.#formulate(each));
      const { target, losses } = attempt;
      this.#request.tell({ ...fallbackHeaders(target), ...lossHeaders(losses) });
      this.#remembered?.noteLosses(losses);
      const reply = await this.#reply(target, answer);
      const isTaken = this.#attempts.isTaken(attempt);
      await this.#store();
      return { ...reply, provider: target.provider.id, isTaken };
    } catch (error) {
      this.#error = error instanceof AppError ? error.code : "internal";
      await this.#recorder.end();
      await this.#store();
      throw this.#attempts.isTaken() ? asTaken(error) : error;
    }
  }

  /** Who may be asked with this key. */
  async #admit(): Promise<[Candidate, ...Candidate[]]> {
    const { providers, fallbacks, spending } = this.#ports;
    const { key } = this.#request.caller;
    permitOthers(key, this.#request.choosesBy ?? headerOfOtherModels(this.#request.headers));
    const [first, ...others] = targetsOf(this.#request.model, providers, fallbacks);
    this.#routed = first;
    await spending.admit(key, first, this.#startedAtMs);
    return [first, ...others.filter((each) => spending.allows(key, each))];
  }

  /**
   * Puts an attempt into its provider's dialect, with memory. That is prepared once: a stand-in is shown what the first one
   * was, at places that it takes. Nothing is stored where the caller went away meanwhile, or the first request cannot be translated.
   */
  async #formulate(attempt: Attempt): Promise<void> {
    const { target } = attempt;
    if (this.#remembered !== undefined) {
      attempt.formulate(this.#remembered.prepared.editsFor(capabilitiesOf(target.provider, target.model)));
      return;
    }
    const remembered = await prepareForTarget(this.#ports.memory, this.#request, target);
    this.#request.signal.throwIfAborted();
    attempt.formulate(remembered.prepared.edits);
    this.#request.tell(remembered.prepared.headers);
    this.#remembered = remembered;
    remembered.hold();
  }

  async #reply(target: Target, answer: UpstreamAnswer): Promise<Reply> {
    const { provider } = target;
    if (provider.dialect === this.#request.dialect) return passAnswer(this.#request, provider, answer, this.#recorder);
    return hideInReply(await translateAnswer(this.#request, target, answer, this.#recorder), provider.key);
  }

  /**
   * What the user said is stored before the answer's first byte is sent; so is the answer, if it came whole. The headers
   * say in which session, or that it is not. Never rejects.
   */
  async #store(): Promise<void> {
    if (this.#remembered === undefined) return;
    const isStored = await this.#remembered.begin();
    this.#request.tell(storedHeaders(this.#remembered.prepared.receipt, isStored));
  }

  /** Called once, however it ends. Never rejects. */
  async #end(seen: Answer | undefined): Promise<void> {
    const { answered, last } = this.#attempts;
    const isRefused = (answered?.status ?? 0) >= 400;
    const answer = isRefused ? undefined : seen;
    const cause = answer?.error?.cause;
    if (cause !== undefined) this.#ports.onError(cause);
    let usage: Usage | undefined;
    try {
      usage = last?.usage(answer, this.#recorder.unread);
      if (last && usage) this.#attempts.charge(last, usage);
      await this.#remembered?.finish(answer, last?.facts());
    } catch (error) {
      this.#ports.onError(error);
    } finally {
      this.#ports.observer.ended(this.#observation(answer, usage));
    }
  }

  #observation(answer: Answer | undefined, usage: Usage | undefined): Observation {
    const { firstAtMs } = this.#recorder;
    const { answered, last, headAtMs } = this.#attempts;
    return {
      request: this.#request,
      model: this.#request.model,
      isStream: this.#request.stream,
      target: last?.target ?? this.#routed,
      startedAtMs: this.#startedAtMs,
      durationMs: performance.now() - this.#startedMs,
      headMs: headAtMs && headAtMs - this.#startedMs,
      firstTokenMs: firstAtMs && firstAtMs - this.#startedMs,
      status: answered?.status,
      error: this.#error ?? this.#codeOfLeaving(),
      answer,
      usage,
      memory: this.#remembered?.prepared.receipt,
    };
  }

  /** The code where the caller left before anybody answered, for which no error may have been thrown yet. */
  #codeOfLeaving(): AppError["code"] | undefined {
    const { aborted, reason } = this.#request.signal;
    if (!aborted || this.#attempts.answered !== undefined) return undefined;
    return reason instanceof AppError ? reason.code : "cancelled";
  }
}
