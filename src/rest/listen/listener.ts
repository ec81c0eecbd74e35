import { ServerResponse, type Server } from "node:http";
import type { Http2Server, ServerHttp2Session } from "node:http2";
import { Server as TcpServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as polled, setTimeout as sleep } from "node:timers/promises";
import type { Answered, Call } from "../../call.ts";
import { wasAnswered } from "../caller-gone.ts";
import { Cors } from "./cors.ts";
import { Dispatcher, type DispatchHooks, type Routes } from "../dispatch.ts";
import { EdgeCall, TrustedProxies } from "./edge-call.ts";
import type { Exchange, NodeRequest, NodeResponse } from "../exchange.ts";
import { isLoopback } from "./host.ts";
import { lingerOnStream } from "./linger.ts";
import { canAnswer, MalformedRequest } from "./malformed.ts";
import { PrefaceSniffer } from "./preface.ts";
import { createHttp1, createHttp2, defaultHeadersTimeoutMs, type ListenerLimits } from "./servers.ts";

export type ListenerOptions = Routes &
  DispatchHooks & {
    onResponse: (event: Answered) => void;
    /** A connection was cut as it came: as many are open as may be, or the system's fault that is given. */
    onCut?: (fault?: Error) => void;
    /** Addresses and subnets whose X-Forwarded-For is believed. Default: none. */
    trustedProxies?: readonly string[];
    /** Origins whose pages may call; "*" for any. Default: none. */
    corsOrigins?: readonly string[];
    /** Host names, or names with ports, that a loopback listener serves beside its own. Default: none. */
    allowedHosts?: readonly string[];
    limits?: ListenerLimits;
  };

/**
 * How long kept connections of HTTP/1.1 are still heard after a stop began: what a proxy sent there meanwhile, knowing
 * nothing of the stop, it cannot send again. A stream of HTTP/2 it can, since a GOAWAY says which were not begun.
 */
const handoverMs = 250;

/** One port for everything: HTTP/1.1 and cleartext HTTP/2, told apart by their first bytes. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #dispatcher: Dispatcher;
  readonly #proxies: TrustedProxies;
  readonly #http1: Server;
  readonly #http2: Http2Server;
  readonly #sniffer: PrefaceSniffer;
  readonly #sessions = new Set<ServerHttp2Session>();
  /** Of HTTP/1.1, in the order of their requests. */
  readonly #responses = new Set<ServerResponse>();
  #allowedHosts: ReadonlySet<string> | undefined;
  #draining = false;
  #isCutting = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#dispatcher = new Dispatcher(options, new Cors(options.corsOrigins ?? []), options);
    this.#proxies = new TrustedProxies(options.trustedProxies ?? []);
    const limits = options.limits ?? {};
    this.#sniffer = new PrefaceSniffer(limits.headersTimeoutMs ?? defaultHeadersTimeoutMs);
    this.#http1 = createHttp1(limits);
    this.#serve(this.#http1);
    this.#http1.on("clientError", (reason, socket) => void this.#refuse(reason, socket as Socket)); // of a TCP server
    this.#http1.on("drop", () => options.onCut?.());
    this.#http2 = createHttp2(limits, this.#sessions);
    this.#serve(this.#http2);
    this.#divide();
  }

  /** Rejects where the address cannot be had. */
  listen(port: number, host: string): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#http1.once("error", reject);
      this.#http1.listen(port, host, () => {
        this.#http1.off("error", reject);
        this.#http1.on("error", (fault) => this.#options.onCut?.(fault));
        const address = this.#http1.address() as AddressInfo; // a TCP server that listens has one
        this.#allowedHosts = isLoopback(address.address) ? new Set(this.#options.allowedHosts) : undefined;
        resolve(address);
      });
    });
  }

  /** Accepts nothing more, lets what runs end for `graceMs`, then cuts it. */
  async close(graceMs: number): Promise<void> {
    this.#draining = true;
    this.#letConnectionsEnd();
    // The system resets the connections that are not accepted yet: a whole turn of the loop accepts them.
    await polled();
    await polled();
    // Waits for the sockets of HTTP/2 too. The close() of an HTTP server would cut the idle ones of HTTP/1.1 at once.
    const closed = new Promise((resolve) => TcpServer.prototype.close.call(this.#http1, resolve));
    this.#letSessionsEnd();
    const force = setTimeout(() => {
      this.#isCutting = true;
      this.#http1.closeAllConnections();
      this.#sniffer.close();
      for (const session of this.#sessions) session.destroy();
    }, graceMs);
    await Promise.race([closed, sleep(handoverMs, undefined, { ref: false })]);
    await polled(); // on a busy loop time is up before what has come was read
    this.#http1.close();
    this.#sniffer.close();
    this.#letSessionsEnd(); // those that have come since
    await closed;
    clearTimeout(force);
  }

  /**
   * Else a caller takes its connection for one that is kept, and sends a request that nobody hears. An answer that has begun
   * cannot say it: its connection is kept for one more moment.
   */
  #letConnectionsEnd(): void {
    const lastOf = new Map([...this.#responses].map((response) => [response.req.socket, response]));
    for (const response of lastOf.values()) if (!response.headersSent) response.setHeader("Connection", "close");
    this.#http1.keepAliveTimeout = handoverMs;
    this.#http1.keepAliveTimeoutBuffer = 0;
  }

  #letSessionsEnd(): void {
    for (const session of this.#sessions) session.close();
  }

  /**
   * Puts the sniffer before the HTTP/1.1 server, which is the one that listens: a server that does not would neither
   * track its connections nor time them out.
   */
  #divide(): void {
    const serveHttp1 = this.#http1.listeners("connection");
    this.#http1.removeAllListeners("connection");
    this.#http1.on("connection", (socket: Socket) => {
      this.#sniffer.sniff(socket, (protocol) => {
        if (protocol === "http1") {
          for (const serve of serveHttp1) Reflect.apply(serve, this.#http1, [socket]);
          return;
        }
        socket.allowHalfOpen = false; // HTTP/1.1 takes its sockets half-open
        this.#http2.emit("connection", socket);
      });
    });
  }

  /** An expectation other than 100-continue is ignored, as RFC 9110 allows: Node would answer it with a bare 417. */
  #serve(server: Server | Http2Server): void {
    for (const event of ["request", "checkExpectation"]) {
      server.on(event, (request: NodeRequest, response: NodeResponse) => this.#accept(request, response));
    }
  }

  #accept(request: NodeRequest, response: NodeResponse): void {
    const call = new EdgeCall(request, this.#proxies);
    const exchange: Exchange = { request, response, call, route: "unmatched", isCounted: false };
    if (response instanceof ServerResponse) {
      if (this.#draining) response.setHeader("Connection", "close");
      this.#responses.add(response);
    }
    response.once("close", () => {
      if (response instanceof ServerResponse) this.#responses.delete(response);
      const unanswered = call.isCut || this.#isCutting ? 503 : 499;
      const status = wasAnswered(response) ? response.statusCode : unanswered;
      this.#report(call, request.method ?? "", exchange.route, status);
    });
    if ("stream" in request) request.stream.once("finish", () => lingerOnStream(request));
    void this.#dispatcher.dispatch(exchange, this.#allowedHosts); // it never rejects
  }

  async #refuse(reason: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    if (socket.writableEnded) return;
    if (!canAnswer(reason, socket)) {
      socket.destroy();
      return;
    }
    const refused = new MalformedRequest(reason, socket.remoteAddress ?? "");
    try {
      await this.#options.count?.(refused.call);
    } catch (fault) {
      this.#options.onFault(fault, refused.call);
    }
    if (socket.writable) this.#report(refused.call, "", "malformed", refused.answer(socket));
  }

  #report(call: Call, method: string, route: string, status: number): void {
    this.#options.onResponse({ call, method, route, status, durationMs: performance.now() - call.startedAtMs });
  }
}
