import type { Environment } from "../config/env.ts";
import { readEnvironment } from "../config/env.ts";
import { Asker } from "../mcp/asker.ts";
import { createRemoteAsk } from "../mcp/remote.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { createLogger } from "../observe/log.ts";
import { version } from "../server/package.ts";
import { createServer, type Server } from "../server/server.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"];

export type McpOptions = {
  /** Of a running server; CAIRN_URL if absent. Without either this process works on the data folder itself. */
  url?: string;
  account: string;
  user?: string;
};

/** Serves MCP over standard input and output until the client ends it. What is told to people goes to standard error. */
export async function mcp(options: McpOptions): Promise<void> {
  const environment = readEnvironment();
  const url = options.url ?? given(environment, "CAIRN_URL");
  if (url !== undefined) await serveRemote(url, options, environment);
  else await serveFolder(options, environment);
}

const given = (environment: Environment, name: string) => environment[name] || undefined;

async function serveRemote(url: string, { user }: McpOptions, environment: Environment): Promise<void> {
  const key = given(environment, "CAIRN_KEY");
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/u.test(url)) {
    throw new UsageError(
      `the address must be such as http://127.0.0.1:7070, got "${url.slice(0, 200)}" (--url, CAIRN_URL)`,
    );
  }
  if (key === undefined) throw new UsageError(`CAIRN_KEY must hold a key of ${url}`);
  const asker = new Asker({ ask: createRemoteAsk({ url, key }), user });
  await serveUntilEnd(asker, () => undefined);
}

async function serveFolder(options: McpOptions, environment: Environment): Promise<void> {
  const config = readSettings();
  const log = createLogger(config.logLevel);
  const server = await createServer(config, log);
  try {
    const asker = new Asker({ ask: server.askAs(await identityOf(options, server, environment)), user: options.user });
    await serveUntilEnd(asker, (err) => log.debug({ err }, "an MCP message was refused"));
  } finally {
    await server.close();
    await new Promise((done) => log.flush(done));
  }
}

async function identityOf({ account }: McpOptions, { storage }: Server, environment: Environment) {
  const credential = given(environment, "CAIRN_KEY");
  return credential === undefined ? { account: await storage.accounts.ensure(account, undefined) } : { credential };
}

async function serveUntilEnd(asker: Asker, onRefused: (error: Error) => void): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of stopSignals) process.once(name, stop);
  await serveOverStdio({ version, asker, signal: controller.signal, onRefused });
  for (const name of stopSignals) process.off(name, stop);
}
