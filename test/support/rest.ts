/** An answer over REST: what a client sees. Its body is whatever the server says: tests assert what it is. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; headers: Headers; body: any };

/** Calls the REST API with one key. Bodies that are strings or bytes are sent as they are. */
export class Rest {
  readonly url: string;
  readonly key: string | undefined;

  constructor(server: { url: string; key?: string }, key: string | undefined = server.key) {
    this.url = server.url;
    this.key = key;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: raw ? (body as string | undefined) : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
  }

  get = (path: string, headers?: Record<string, string>) => this.call("GET", path, undefined, headers);
  post = (path: string, body: unknown, headers?: Record<string, string>) => this.call("POST", path, body, headers);
  patch = (path: string, body: unknown, headers?: Record<string, string>) => this.call("PATCH", path, body, headers);
  delete = (path: string, headers?: Record<string, string>) => this.call("DELETE", path, undefined, headers);
}
