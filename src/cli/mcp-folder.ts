import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { createLogger, lastLines } from "../observe/log.ts";
import type { Backend } from "./mcp.ts";
import type { Server } from "../server/server.ts";
import { ensureAccount } from "./account-named.ts";
import { readSettings, useSettings } from "./settings.ts";

/** How long the first question waits for the embedder; then words alone answer. */
const patienceMs = 20_000;

/** Opens the data folder for a command: with a key as that key's owner, else as whoever owns the folder. */
export async function openFolder(who: { account: string; credential: string | undefined }): Promise<Backend> {
  const config = readSettings();
  const log = createLogger(config.logLevel);
  await turn(); // what was asked already is answered before this process is busy
  const { createServer } = await import("../server/server.ts");
  const server = await useSettings(() => createServer(config, log, { changesEmbedder: false }));
  const close = async () => {
    await server.close();
    await lastLines(log);
  };
  try {
    const { credential } = who;
    const identity =
      credential === undefined ? { account: await ensureAccount(server.storage, who.account) } : { credential };
    await embedderReady(server);
    return { ask: server.askAs(identity), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for the embedder, `patienceMs` at most: until it is loaded a search finds nothing by its meaning. */
async function embedderReady({ readiness }: Server): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while ((await readiness.report()).embedder === "loading" && performance.now() < untilMs) await sleep(20);
}
