import { create, type DescMessage, type DescMethodUnary, type DescService, type Message } from "@bufbuild/protobuf";
import {
  createContextValues,
  type ContextValues,
  type HandlerContext,
  type UnaryRequest,
  type UnaryResponse,
} from "@connectrpc/connect";
import { callKey } from "../../call.ts";
import { gone, isOver } from "../caller-gone.ts";
import type { Exchange } from "../exchange.ts";

/**
 * A REST request, as interceptors see it (UnaryRequest) and as methods see it (HandlerContext). Both views are one
 * object, whose signal and headers are made when somebody looks at them: most requests never need them.
 */
export class RestContext implements UnaryRequest, HandlerContext {
  readonly stream = false;
  readonly protocolName = "rest";
  readonly method: DescMethodUnary;
  readonly service: DescService;
  readonly values: ContextValues;
  /** The decoded request; empty until it is decoded, as a gate sees it. */
  message: Message;
  readonly #exchange: Exchange;
  readonly #deadlineMs: number;
  #controller: AbortController | undefined;
  #ended: { reason: unknown } | undefined;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;

  constructor(exchange: Exchange, method: DescMethodUnary, deadlineMs: number) {
    this.#exchange = exchange;
    this.#deadlineMs = deadlineMs;
    this.method = method;
    this.service = method.parent;
    this.values = createContextValues().set(callKey, exchange.call);
    this.message = emptyOf(method.input);
  }

  get contextValues(): ContextValues {
    return this.values;
  }

  get requestMethod(): string {
    return this.#exchange.request.method ?? "";
  }

  get url(): string {
    const { headers, url } = this.#exchange.request;
    return `http://${String(headers[":authority"] ?? headers.host ?? "localhost")}${url ?? "/"}`;
  }

  /** Aborts at the deadline, when the caller goes away, and when the request has been answered. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended) this.#controller.abort(this.#ended.reason);
      else if (isOver(this.#exchange.response)) this.end(gone);
      else this.#exchange.response.once("close", () => this.end(gone));
    }
    return this.#controller.signal;
  }

  readonly timeoutMs = (): number => {
    return Math.max(0, this.#exchange.call.startedAtMs + this.#deadlineMs - performance.now());
  };

  get header(): Headers {
    return this.requestHeader;
  }

  get requestHeader(): Headers {
    return (this.#requestHeader ??= webHeaders(this.#exchange.request.headers));
  }

  get responseHeader(): Headers {
    return (this.#responseHeader ??= new Headers());
  }

  get responseTrailer(): Headers {
    return (this.#responseTrailer ??= new Headers());
  }

  /** What was set on `responseHeader`, if anybody looked at it. */
  get responseHeaderIfAny(): Headers | undefined {
    return this.#responseHeader;
  }

  /** Aborts the signal. The first reason stands. */
  end(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = { reason };
    this.#controller?.abort(reason);
  }
}

/**
 * The answer, as interceptors see it. A class, because an object literal with getters would get a hidden class of its own
 * for every request, which costs more than all the rest of the call, and stays in memory for long.
 */
export class RestAnswer implements UnaryResponse {
  readonly stream = false;
  readonly message: Message;
  readonly #context: RestContext;

  constructor(context: RestContext, message: Message) {
    this.#context = context;
    this.message = message;
  }

  get method(): DescMethodUnary {
    return this.#context.method;
  }

  get service(): DescService {
    return this.#context.service;
  }

  get header(): Headers {
    return this.#context.responseHeader;
  }

  get trailer(): Headers {
    return this.#context.responseTrailer;
  }
}

const empties = new WeakMap<DescMessage, Message>();

/** One frozen message per type: it only stands in until the request is decoded. */
function emptyOf(desc: DescMessage): Message {
  let empty = empties.get(desc);
  if (empty === undefined) empties.set(desc, (empty = Object.freeze(create(desc))));
  return empty;
}

/** Without the pseudo-headers of HTTP/2 (":path"), which `Headers` does not take. */
export function webHeaders(headers: NodeJS.Dict<string | string[]>): Headers {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const each of Array.isArray(value) ? value : [value]) web.append(name, each);
  }
  return web;
}
