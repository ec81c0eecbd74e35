import { Code, ConnectError } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { AppError } from "../error.ts";
import type { Ask } from "./asker.ts";

const timeoutMs = 60_000;

export type RemoteOptions = {
  /** The server's base address. */
  url: string;
  /** `ck_<id>_<secret>`. */
  key: string;
};

/** RPCs of a running server. Errors: unavailable, where no server answers; what the server says. */
export function createRemoteAsk({ url, key }: RemoteOptions): Ask {
  const baseUrl = url.replace(/\/+$/u, "");
  const transport = createConnectTransport({ baseUrl, httpVersion: "1.1" });
  const header = { authorization: `Bearer ${key}` };
  return async (method, request, signal) => {
    try {
      const { message } = await transport.unary(method, signal, timeoutMs, header, request as never); // it is a message already
      return message;
    } catch (error) {
      throw unreachable(error, baseUrl) ?? error;
    }
  };
}

/** An answer of the server's own has a request id. */
function unreachable(error: unknown, url: string): AppError | undefined {
  if (!(error instanceof ConnectError) || error.code !== Code.Unavailable) return undefined;
  if (error.metadata.has("x-request-id")) return undefined;
  const message = `no Cairn server answers at ${url} (${error.rawMessage}): start one with \`cairn serve\``;
  return new AppError("unavailable", message, { cause: error });
}
