import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport as HttpTransport,
  type AuthInfo,
  type Server,
} from "@modelcontextprotocol/server";
import { AppError, invalid } from "../error.ts";

/** A client of the era of sessions (up to 2025-11-25), from its `initialize` on. */
type Session = { transport: HttpTransport; server: Server; usedAtMs: number };

export type SessionLimits = {
  /** Of a key; one more ends the one that was idle longest. Default: 100. */
  perKey?: number;
  /** Of all keys; one more ends the one that was idle longest of the key that has the most. Default: 10 000. */
  total?: number;
  /** How long one may be idle. Default: 1 800 000. */
  idleMs?: number;
};

const sweepMs = 30_000;
/** Of an `initialize`, as JSON: its session keeps what it says of the client. */
const initializeMax = 16_384;
/** Of a request's id, in characters: a session keeps those of requests that were cancelled. */
const idMax = 200;

/**
 * The sessions of the old era, each its key's alone: to another key it is not there. They hold nothing but what was
 * negotiated, and whose memory it is the key says: what a client asks in one that is over is answered without it, for
 * few clients begin another, as MCP has it for 404.
 */
export class Sessions {
  readonly #create: () => Server;
  readonly #limits: Required<SessionLimits>;
  /** By key, then by id; the one that was idle longest is first. */
  readonly #keys = new Map<string, Map<string, Session>>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(create: () => Server, { perKey = 100, total = 10_000, idleMs = 1_800_000 }: SessionLimits = {}) {
    this.#create = create;
    this.#limits = { perKey, total, idleMs };
    this.#sweeper = setInterval(() => void this.#sweep(), Math.min(sweepMs, idleMs)).unref();
  }

  get size(): number {
    let sum = 0;
    for (const sessions of this.#keys.values()) sum += sessions.size;
    return sum;
  }

  /**
   * Errors: invalid_argument without a session, and for an id that is too long; not_found for the end of one that is over or another's,
   * payload_too_large for an `initialize` that says too much.
   */
  async handle(request: Request, parsedBody: unknown, authInfo: AuthInfo): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const key = authInfo.clientId;
    const session = id === null ? undefined : this.#keys.get(key)?.get(id);
    if (session === undefined && isInitializeRequest(parsedBody)) return this.#open(request, parsedBody, authInfo);
    if (id === null) throw invalid("Mcp-Session-Id", "must be given; `initialize` returns it");
    checkIds(parsedBody);
    if (session === undefined) return this.#answerWithout(request, parsedBody, authInfo);
    this.#keep(key, id, session);
    return session.transport.handleRequest(request, { parsedBody, authInfo });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const all = [...this.#keys.values()].flatMap((sessions) => [...sessions.values()]);
    this.#keys.clear();
    await Promise.all(all.map(({ server }) => server.close()));
  }

  async #open(request: Request, parsedBody: unknown, authInfo: AuthInfo): Promise<Response> {
    const key = authInfo.clientId;
    if (JSON.stringify(parsedBody).length > initializeMax) {
      throw new AppError("payload_too_large", `\`initialize\` is longer than ${initializeMax} characters`);
    }
    const server = this.#create();
    const transport = new HttpTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessionclosed: (id) => this.#drop(key, id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody, authInfo });
    const { sessionId } = transport;
    if (sessionId === undefined || !response.ok) {
      await server.close();
      return response;
    }
    this.#keep(key, sessionId, { transport, server, usedAtMs: 0 });
    if ((this.#keys.get(key)?.size ?? 0) > this.#limits.perKey) await this.#endOne(key);
    if (this.size > this.#limits.total) await this.#endOne(this.#largest());
    return response;
  }

  /** For a session that is over: nothing of it is kept. Errors: not_found, where it is to end. */
  async #answerWithout(request: Request, parsedBody: unknown, authInfo: AuthInfo): Promise<Response> {
    if (request.method !== "POST") throw new AppError("not_found", "no such session");
    const server = this.#create();
    try {
      const transport = new HttpTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return await transport.handleRequest(request, { parsedBody, authInfo });
    } finally {
      await server.close();
    }
  }

  /** Makes it the last of its key's. */
  #keep(key: string, id: string, session: Session): void {
    const sessions = this.#keys.get(key) ?? new Map<string, Session>();
    this.#keys.set(key, sessions);
    session.usedAtMs = performance.now();
    sessions.delete(id);
    sessions.set(id, session);
  }

  #drop(key: string, id: string): void {
    const sessions = this.#keys.get(key);
    sessions?.delete(id);
    if (sessions?.size === 0) this.#keys.delete(key);
  }

  /** The key that has the most: nobody can take the room of those who need little. */
  #largest(): string {
    let [largest, most] = ["", 0];
    for (const [key, { size }] of this.#keys) if (size > most) [largest, most] = [key, size];
    return largest;
  }

  /** The one that was idle longest. */
  async #endOne(key: string): Promise<void> {
    const [first] = this.#keys.get(key) ?? [];
    if (first !== undefined) await this.#end(key, ...first);
  }

  async #sweep(): Promise<void> {
    const before = performance.now() - this.#limits.idleMs;
    for (const [key, sessions] of this.#keys) {
      for (const [id, session] of sessions) if (session.usedAtMs < before) await this.#end(key, id, session);
    }
  }

  async #end(key: string, id: string, { server }: Session): Promise<void> {
    this.#drop(key, id);
    await server.close();
  }
}

/** Errors: invalid_argument. */
function checkIds(body: unknown): void {
  for (const message of [body].flat()) {
    const { id } = (message ?? {}) as { id?: unknown }; // whatever it is: what has no id has none
    if (typeof id === "string" && id.length > idMax) throw invalid("id", `must have at most ${idMax} characters`);
  }
}
