import type { JsonObject } from "../json.ts";
import type { Answer } from "./chat/answer.ts";
import type { Usage } from "./chat/event.ts";
import { Losses, lossText } from "./chat/loss.ts";
import { upstreamDialects } from "./dialect/dialects.ts";
import { bytesPerToken, estimateTokens } from "./estimate.ts";
import { formulate } from "./formulate.ts";
import type { LateFacts } from "./memory/stored.ts";
import type { Candidate } from "./model/fallbacks.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import { hideInText } from "./upstream/hide-key.ts";
import { refusals } from "./upstream/retry.ts";
import { sendMended } from "./upstream/send-mended.ts";
import type { UpstreamAnswer, Upstreams } from "./upstream/upstreams.ts";
import { usageOfAnswer } from "./usage/answer-usage.ts";
import type { Edit } from "./wire/patch.ts";

/** One attempt to have a provider answer a request: what it is sent, and what becomes of that. */
export class Attempt {
  readonly target: Candidate;
  readonly #request: ParsedRequest;
  #losses = new Losses();
  /** As it was sent last, memory included. */
  #body: Buffer;
  #status: number | undefined;
  #isTaken = false;

  constructor(request: ParsedRequest, target: Candidate) {
    this.target = target;
    this.#request = request;
    this.#body = request.body;
  }

  /** What the provider's dialect could not say of the request. */
  get losses(): Losses {
    return this.#losses;
  }

  /** Of the provider's answer; `undefined` until there is one. */
  get status(): number | undefined {
    return this.#status;
  }

  /** Whether the provider has the request, and may be working on it. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Whether the answer leaves open that the provider has worked on the request. It is charged for nothing. */
  get hasFailed(): boolean {
    return this.#status !== undefined && this.#status >= 500 && !refusals.includes(this.#status);
  }

  /** Puts the request, with memory's edits, into the provider's dialect. Errors: as `formulate`. */
  formulate(edits: readonly Edit[]): void {
    const { body, losses } = formulate(this.#request, this.target, edits);
    this.#body = body;
    this.#losses = losses;
  }

  /** Call it after `formulate`. Errors: as those of `Upstreams.send`. */
  async send(upstreams: Pick<Upstreams, "send">): Promise<UpstreamAnswer> {
    const { provider, model } = this.target;
    const { headers, signal, caller } = this.#request;
    const asking = { account: caller.account.id, model };
    const dialect = upstreamDialects[provider.dialect];
    const query = provider.dialect === this.#request.dialect ? this.#request.query : "";
    const path = dialect.answerPath(model, this.#request.stream) + query;
    const onTaken = (isTaken: boolean) => void (this.#isTaken = isTaken);
    const send = (body: Buffer) => {
      this.#body = body;
      return upstreams.send({ provider, path, headers, body, signal, asking, onTaken });
    };
    const answer = await sendMended(this.#body, dialect, send, this.#losses);
    this.#status = answer.status;
    return answer;
  }

  /**
   * What is paid for when it is over. A request that the provider took is paid for even where no answer came, or where
   * some of it could not be read: `unread`, in bytes.
   */
  usage(answer?: Answer, unread = 0): Usage | undefined {
    const known = usageOfAnswer(() => this.#sentJson(), answer);
    if (known !== undefined && (answer?.usage !== undefined || unread === 0)) return known;
    const wasTaken = this.#status === undefined ? this.#isTaken : this.#status < 400;
    if (!wasTaken) return known;
    const output = Math.max(known?.output ?? 0, Math.ceil(unread / bytesPerToken));
    return { input: estimateTokens(this.#sentJson()), output };
  }

  /** What is known of it once it is over: which model answered, what it could not be told, where its answer goes on from. */
  facts(): LateFacts {
    const { provider, model } = this.target;
    const { prefill, prefixMark } = capabilitiesOf(provider, model);
    const isIgnored = !prefill && !upstreamDialects[provider.dialect].asksToContinue;
    const loss = lossText(this.#losses);
    return {
      provider: provider.id,
      model,
      beginning: isIgnored ? "ignored" : prefixMark ? "repeated" : "continued",
      hide: (text) => hideInText(text, provider.key),
      ...(loss !== "" && { loss }),
    };
  }

  /** The request as the provider got it: what estimates are made from. */
  #sentJson(): JsonObject {
    if (this.#body === this.#request.body) return this.#request.json;
    return JSON.parse(this.#body.toString("utf8")) as JsonObject; // as it was formulated
  }
}
