import * as http from "node:http";
import * as http2 from "node:http2";
import { Http1Response } from "./linger.ts";

export const defaultHeadersTimeoutMs = 10_000;
/** Request line and headers together: 431 above. */
const headerBytesMax = 16_384;
/** Concurrent streams of an HTTP/2 connection. */
const streamsMax = 100;
/** What an answer has: pages end before it (`src/memory/page.ts`), and what a model says is far less. */
const answerBytes = 4 * 2 ** 20;

export type ListenerLimits = {
  /** How long the head of a request may take: 408, or a cut where nothing was sent. Default: 10 000. */
  headersTimeoutMs?: number;
  /** How long a whole HTTP/1.1 request may take to arrive, whoever answers it: 408. Default: 60 000. */
  requestTimeoutMs?: number;
  /** How long an HTTP/1.1 connection is kept for its next request. Callers are told. Default: 65 000. */
  keepAliveTimeoutMs?: number;
  /**
   * So long without a byte, an HTTP/1.1 connection is cut; an HTTP/2 one ends with its streams, and is cut after as long
   * again. Default: 600 000.
   */
  idleTimeoutMs?: number;
  /** Connections at once; further ones are cut. Default: 10 000. */
  connectionsMax?: number;
};

/** The one that listens. */
export function createHttp1(limits: ListenerLimits): http.Server {
  const headersTimeout = limits.headersTimeoutMs ?? defaultHeadersTimeoutMs;
  const server = http.createServer({
    ServerResponse: Http1Response,
    headersTimeout,
    requestTimeout: Math.max(headersTimeout, limits.requestTimeoutMs ?? 60_000),
    connectionsCheckingInterval: Math.min(headersTimeout, 1_000),
    keepAliveTimeout: limits.keepAliveTimeoutMs ?? 65_000,
    maxHeaderSize: headerBytesMax,
    keepAlive: true, // of TCP: tells peers that are gone
    requireHostHeader: false, // the dispatcher does, and answers in our form
  });
  server.maxConnections = limits.connectionsMax ?? 10_000;
  return server.setTimeout(limits.idleTimeoutMs ?? 600_000);
}

/**
 * Keeps `sessions` up to date with the open ones. Node itself guards against floods of frames and of resets.
 *
 * What waits to be sent on a connection is bounded by its streams, an answer each: Node refuses a new stream, whatever it
 * asks, while more waits than `maxSessionMemory`, which by default is three pages. Streams that had begun were never held
 * to it, so nobody can take more than before. Who reads nothing is cut for being idle.
 */
export function createHttp2(limits: ListenerLimits, sessions: Set<http2.ServerHttp2Session>): http2.Http2Server {
  const server = http2.createServer({
    settings: { maxConcurrentStreams: streamsMax, maxHeaderListSize: headerBytesMax },
    maxSessionMemory: Math.ceil((streamsMax * answerBytes) / 1e6), // in MB
  });
  const idleTimeoutMs = limits.idleTimeoutMs ?? 600_000;
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => void sessions.delete(session));
    session.on("error", () => session.destroy()); // each stream has its own error
    session.setTimeout(idleTimeoutMs, () => {
      session.close(); // waits for its streams
      session.setTimeout(idleTimeoutMs, () => session.destroy());
    });
  });
  return server;
}
