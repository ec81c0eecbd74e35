import { Agent, request, type IncomingHttpHeaders } from "node:http";

/** An answer of 200. From the request's first byte sent to the answer's last byte read, and to its first. */
export type Reply = { body: string; headers: IncomingHttpHeaders; ms: number; firstMs: number };

const timeoutMs = 60_000;

/** Calls one server over connections that it keeps. */
export class Client {
  readonly #url: URL;
  readonly #headers: Record<string, string>;
  readonly #agent: Agent;

  constructor(server: { url: string; key?: string; headers?: Record<string, string> }, connections = 1) {
    this.#url = new URL(server.url);
    this.#headers = { ...server.headers, ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }) };
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** `status` is the only one that is no error. */
  call(method: string, path: string, body?: string, { status = 200, key = "" } = {}): Promise<Reply> {
    const startedAtMs = performance.now();
    const headers = { ...this.#headers, ...(key ? { authorization: `Bearer ${key}` } : {}), ...entity(body) };
    const { hostname, port } = this.#url;
    return new Promise((done, fail) => {
      const sent = request(
        { hostname, port, agent: this.#agent, method, path, headers, timeout: timeoutMs },
        (answer) => {
          let text = "";
          let firstMs = 0;
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => {
            firstMs ||= performance.now() - startedAtMs;
            text += chunk;
          });
          answer.once("error", fail);
          answer.once("end", () => {
            const { headers } = answer;
            if (answer.statusCode === status)
              done({ body: text, headers, ms: performance.now() - startedAtMs, firstMs });
            else fail(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
          });
        },
      );
      sent.once("timeout", () => sent.destroy(new Error(`${method} ${path} took more than ${timeoutMs} ms`)));
      sent.once("error", fail);
      sent.end(body);
    });
  }

  get(path: string, key?: string): Promise<Reply> {
    return this.call("GET", path, undefined, { key });
  }

  post(path: string, body: unknown, key?: string): Promise<Reply> {
    return this.call("POST", path, JSON.stringify(body), { key });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function entity(body: string | undefined): Record<string, string | number> {
  return body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
}
