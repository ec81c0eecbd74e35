import { request as request1 } from "node:http";
import { connect, constants } from "node:http2";
import type { Readable } from "node:stream";

/** A request whose caller may leave. */
export type Leaving = {
  /** When the first bytes of the answer's body have come. */
  begun: Promise<unknown>;
  leave(): void;
};

type Asked = { path: string; headers?: Record<string, string>; body: string; reads?: boolean };

/** How callers leave: each opens a POST of JSON that can be left so. */
export const waysToLeave: Record<string, (url: string, asked: Asked) => Leaving> = {
  "an HTTP/1.1 connection is cut": (url, { path, headers, body, reads }) => {
    const request = request1(url + path, { method: "POST", agent: false, headers: jsonHeaders(headers) });
    request.on("error", () => undefined); // which is what leaving is
    request.end(body);
    const begun = new Promise((resolve) => request.once("response", resolve));
    return { begun: begun.then((answer) => first(answer as Readable, reads)), leave: () => request.destroy() };
  },
  "an HTTP/2 stream is reset": (url, asked) => {
    const { session, stream, begun } = request2(url, asked);
    stream.once("close", () => session.destroy());
    return { begun, leave: () => stream.close(constants.NGHTTP2_CANCEL) };
  },
  "an HTTP/2 session ends": (url, asked) => {
    const { session, begun } = request2(url, asked);
    return { begun, leave: () => session.destroy() };
  },
};

function request2(url: string, { path, headers, body, reads }: Asked) {
  const session = connect(url);
  const stream = session.request({ ":method": "POST", ":path": path, ...jsonHeaders(headers) });
  for (const each of [session, stream]) each.on("error", () => undefined);
  stream.end(body);
  return { session, stream, begun: first(stream, reads) };
}

const jsonHeaders = (headers: Record<string, string> = {}) => ({ "content-type": "application/json", ...headers });

/** `reads` false: takes the first bytes, and then nothing more. */
function first(answer: Readable, reads = true): Promise<unknown> {
  answer.on("error", () => undefined);
  return new Promise((resolve) => {
    answer.once("data", (piece) => {
      if (!reads) answer.pause();
      resolve(piece);
    });
  });
}
