import { createMcpHandler, isLegacyRequest, type AuthInfo, type ServerContext } from "@modelcontextprotocol/server";
import { Asker } from "./asker.ts";
import { createMcpServer } from "./server.ts";
import { Sessions } from "./sessions.ts";

/** Who sends a request to `/mcp`, and with which key: it was let in already. */
export type Sender = { asker: Asker; key: string; scopes: readonly string[] };

/** MCP over streamable HTTP: requests of the era without sessions (2026-07-28), and sessions of the one before. */
export class McpHttp {
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #sessions: Sessions;

  /** `onRefused` hears of every request that was refused or failed before a tool saw it. */
  constructor(version: string, onRefused: (error: Error) => void) {
    const create = () => createMcpServer(version, askerOf);
    // No list changes while a server runs: there is nothing to subscribe to.
    this.#modern = createMcpHandler(create, { legacy: "reject", maxSubscriptions: 0, onerror: onRefused });
    this.#sessions = new Sessions(create);
  }

  /** Answers a request whose body was read and parsed. Errors: those of `Sessions`. */
  async handle(request: Request, parsedBody: unknown, { asker, key, scopes }: Sender): Promise<Response> {
    const authInfo: AuthInfo = { token: "", clientId: key, scopes: [...scopes], extra: { asker } };
    if (await isLegacyRequest(request, parsedBody)) return this.#sessions.handle(request, parsedBody, authInfo);
    return this.#modern.fetch(request, { authInfo, parsedBody });
  }

  async close(): Promise<void> {
    await this.#modern.close();
    await this.#sessions.close();
  }
}

/** The SDK passes what we gave it along. */
function askerOf({ http }: ServerContext): Asker {
  const asker = http?.authInfo?.extra?.["asker"];
  if (!(asker instanceof Asker)) throw new Error("nobody asks");
  return asker;
}
