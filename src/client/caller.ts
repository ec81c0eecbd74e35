import { headOf, valueOf } from "./answer.ts";
import { Deadline } from "./deadline.ts";
import { CairnError, refused } from "./error.ts";
import type { Operation } from "./operation.ts";
import { checkRetries, checkTimeout, type CallOptions, type Settings } from "./options.ts";
import { Pages, type Page } from "./pages.ts";
import { partsOf } from "./request.ts";
import { pauseMs } from "./retry.ts";

/** Sends requests, again where that may help, and reads their answers. */
export class Caller {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Errors: CairnError; the signal's reason where the caller takes the call back; what `onAnswer` throws, as it is. */
  async call<Answer>(operation: Operation, request: object, options: CallOptions = {}): Promise<Answer> {
    const retries = checkRetries(options.retries ?? this.#settings.retries);
    const timeoutMs = checkTimeout(options.timeoutMs ?? this.#settings.timeoutMs);
    const { path, body } = partsOf(operation, request);
    const init = {
      method: operation.method,
      headers: this.#headers(operation, body, options.idempotencyKey),
      body: body ?? null,
      redirect: "manual",
    } as const;
    const deadline = new Deadline(timeoutMs, options.signal);
    try {
      for (let tries = 1; ; tries++) {
        try {
          return (await this.#send(operation, path, { ...init, signal: deadline.signal })) as Answer; // the contract's type
        } catch (thrown) {
          if (thrown instanceof HookFault) throw thrown.cause;
          if (deadline.signal.aborted) throw deadline.signal.reason;
          const error = thrown instanceof CairnError ? thrown : unreachable(thrown, this.#settings.baseUrl);
          const waitMs = tries > retries ? undefined : pauseMs(error, operation, tries);
          if (waitMs === undefined || !deadline.allows(waitMs)) throw error;
          await deadline.wait(waitMs);
        }
      }
    } finally {
      deadline.close();
    }
  }

  /** `items` is the member of a page that has them. */
  pages<P extends Page, Item>(
    operation: Operation,
    items: string,
    request: object,
    options?: CallOptions,
  ): Pages<P, Item> {
    return new Pages<P, Item>(
      (cursor) =>
        this.call(operation, cursor === undefined ? request : { ...request, cursor, offset: undefined }, options),
      (page) => Reflect.get(page, items) as Item[], // the contract's type
    );
  }

  #headers({ repeat }: Operation, body: string | undefined, key: string | undefined): Record<string, string> {
    if (key !== undefined && repeat !== "keyed")
      throw refused("idempotencyKey", "must be absent: only writes that may be repeated take it");
    if (key !== undefined && !/^(?=.*\S)[\x20-\x7e]{1,200}$/.test(key)) {
      throw refused("idempotencyKey", `must be 1 to 200 characters of printable ASCII, got ${key.length} characters`);
    }
    const headers: Record<string, string> = { authorization: this.#settings.authorization };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (repeat === "keyed") headers["idempotency-key"] = key ?? randomKey();
    return headers;
  }

  async #send(operation: Operation, path: string, init: RequestInit): Promise<unknown> {
    const { fetch, baseUrl, onAnswer } = this.#settings;
    const response = await fetch(baseUrl + path, init);
    try {
      onAnswer?.(headOf(operation, response));
    } catch (cause) {
      response.body?.cancel().catch(() => undefined); // nobody reads it
      throw new HookFault(cause);
    }
    return valueOf(response);
  }
}

/** A name that nobody else has made: 128 random bits. `crypto.randomUUID` is missing in pages that came by plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What `onAnswer` threw, as its `cause`: the request was answered, and is not sent again. */
class HookFault {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

function unreachable(cause: unknown, baseUrl: string): CairnError {
  const why = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : "";
  return new CairnError({ code: "unavailable", reason: `${baseUrl} cannot be reached: ${why}`, cause });
}
