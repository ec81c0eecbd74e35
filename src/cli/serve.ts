import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Config } from "../config/config.ts";
import { AppError, systemCode } from "../error.ts";
import { forgetFirstKey, makeFirstKey } from "../server/first-start.ts";
import { createLogger, lastLines } from "../observe/log.ts";
import { version } from "../server/package.ts";
import { createServer, type Server } from "../server/server.ts";
import type { Storage } from "../server/storage.ts";
import { readSettings, useSettings } from "./settings.ts";
import { stopSignal } from "./stop-signal.ts";
import { outputFailure } from "./terminal/output.ts";

/**
 * Serves until SIGTERM or SIGINT, then lets what runs end. A second signal ends the process at once, as the first does before
 * anything runs.
 */
export async function serve(): Promise<void> {
  const config = readSettings();
  const log = createLogger(config.logLevel);
  const stopped = Promise.withResolvers<NodeJS.Signals>();
  let isStopped = false;
  void stopped.promise.then(() => (isStopped = true));
  const onStored = () => void stopSignal().then(stopped.resolve);
  const server = await useSettings(() => createServer(config, log, { changesEmbedder: true, onStored }));
  try {
    if (!isStopped) await open(server, config);
    log.info({ signal: await stopped.promise }, "stopping");
  } finally {
    await server.close();
    // What the log still holds comes before the line that says why this ends.
    await lastLines(log);
  }
  log.info("stopped");
}

async function open(server: Server, config: Config): Promise<void> {
  // Before the first request, so that whoever waits for the server finds its key.
  const firstKey = await makeFirstKey(server.storage);
  const address = await server.listen().catch((error: unknown) => {
    throw cannotListen(error, config) ?? error;
  });
  const url = urlOf(address);
  process.stdout.write(`cairn ${version} is listening on ${url}\n`);
  await tell(firstKey, url, server.storage);
}

/** On a terminal the first start shows it, and keeps it nowhere. Later ones tell where it is, if nobody has seen it. */
async function tell(firstKey: string | undefined, url: string, storage: Storage): Promise<void> {
  const { firstKey: file } = storage.folder;
  if (firstKey !== undefined && process.stdout.isTTY) {
    process.stdout.write(welcome(url, firstKey));
    if ((await outputFailure()) === undefined) await forgetFirstKey(storage);
  } else if (existsSync(file)) process.stdout.write(`the first key is in ${file}\n`);
}

/** Lines that work when they are pasted. */
function welcome(url: string, credential: string): string {
  const call = (path: string, body: object) =>
    `  curl -sSw '\\n' ${url}/api/v1/${path} -H 'Authorization: Bearer ${credential}' \\\n` +
    `    -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'\n`;
  const said = { role: "user", session_id: "hello", content: "We moved the staging database to Frankfurt." };
  return `
This is the first start. Its key is shown only once:

  export CAIRN_KEY=${credential}

Remember something, then find it by what it means:

${call("working", said)}
${call("memory/search", { query: "which city hosts our DB?", limit: 3 })}
`;
}

/** An address that a client on this machine can use. */
function urlOf({ address, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (address === "::") return `http://[::1]:${port}`;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

const listenFaults: Record<string, string> = {
  EADDRINUSE: "another program is listening there",
  EADDRNOTAVAIL: "this machine does not have that address",
  EACCES: "permission denied",
  ENOTFOUND: "there is no host with that name",
};

function cannotListen(error: unknown, { host, port }: Config): AppError | undefined {
  const reason = listenFaults[systemCode(error) ?? ""];
  if (reason === undefined || error instanceof AppError) return undefined;
  return new AppError("unavailable", `cannot listen on ${host}:${port}: ${reason} (CAIRN_HOST, CAIRN_PORT)`);
}
