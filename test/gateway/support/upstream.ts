import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";

/** What a request was, byte for byte. */
export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  gone: Promise<void>;
};

/** How one request is answered: by hand, or whole. */
export type Script = (response: ServerResponse, request: Received) => void | Promise<void>;

/** A provider that says what it is told to, on the real wire, and remembers what it was asked. */
export class Upstream {
  readonly received: Received[] = [];
  /** How many connections were ever made to it. */
  connections = 0;
  readonly #scripts: Script[] = [];
  #otherwise: Script = json(500, { error: { message: "nothing was scripted" } });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Upstream> {
    const server = createServer();
    const upstream = new Upstream(server);
    server.on("connection", () => upstream.connections++);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url: path = "", headers } = request;
        const gone = once(response, "close").then(() => undefined);
        const received = { method, path, headers, body: Buffer.concat(chunks), gone };
        upstream.received.push(received);
        server.emit("received");
        const script = upstream.#scripts.shift() ?? upstream.#otherwise;
        void script(response, received);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return upstream;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the upstream does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  /** For the requests to come, in their order. */
  script(...scripts: Script[]): void {
    this.#scripts.push(...scripts);
  }

  /** For every request that nothing else is scripted for. */
  always(script: Script): void {
    this.#otherwise = script;
  }

  /** How many connections it has now. */
  open(): Promise<number> {
    return new Promise((done, fail) => {
      this.#server.getConnections((error, count) => (error ? fail(error) : done(count)));
    });
  }

  /** The next request that is read whole. */
  get next(): Promise<unknown> {
    return once(this.#server, "received");
  }

  get last(): Received {
    return this.received.at(-1)!;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** A stream of events, each written by itself. */
export function sse(...events: { event?: string; data: unknown }[]): Script {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of events) {
      const text = typeof data === "string" ? data : JSON.stringify(data);
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`);
      await new Promise((next) => setImmediate(next));
    }
    response.end();
  };
}
