import { resolve } from "node:path";
import { readEnvironment, variables } from "../config/env.ts";
import { Asker, type Ask } from "../mcp/asker.ts";
import { createRemoteAsk } from "../mcp/remote.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { checkUser } from "../memory/scope.ts";
import { version } from "../server/package.ts";
import { stopSignal } from "./stop-signal.ts";
import { checkFlags, UsageError } from "./terminal/usage-error.ts";

export type McpOptions = {
  /** Of a running server; CAIRN_URL if absent. Without either this process works on the data folder itself. */
  url?: string;
  account: string;
  user?: string;
};

/** Where RPCs go, and how that ends. */
export type Backend = { ask: Ask; close(): Promise<void> };

/** Serves MCP over standard input and output until the client ends it. What people are told goes to standard error. */
export async function mcp({ url, account, user }: McpOptions): Promise<void> {
  if (user !== undefined) await checkFlags({ user_id: "--user" }, () => checkUser(user, "user_id"));
  const { CAIRN_URL = "", CAIRN_KEY = "", CAIRN_DATA = "" } = readEnvironment();
  const address = url ?? CAIRN_URL;
  if (address !== "") return serve(remote(address, CAIRN_KEY), user);
  if (CAIRN_DATA === "") {
    // Clients start it in folders of theirs: without a word memory would be wherever that is.
    const folder = resolve(variables.CAIRN_DATA.fallback);
    console.error(
      `memory is in ${folder}: set CAIRN_DATA to keep it elsewhere, or CAIRN_URL and CAIRN_KEY to use a server`,
    );
  }
  const { openFolder } = await import("./mcp-folder.ts");
  return serve(openFolder({ account, credential: CAIRN_KEY === "" ? undefined : CAIRN_KEY }), user);
}

async function remote(url: string, key: string): Promise<Backend> {
  if (!/^https?:\/\/[^\s/?#@]+[^\s?#]*$/u.test(url)) {
    const given = url.slice(0, 200);
    throw new UsageError(`--url (or CAIRN_URL) must be an address such as http://127.0.0.1:7070, got "${given}"`);
  }
  const [path] = /\/(mcp|v1|api\/v1)\/*$/u.exec(url) ?? [];
  if (path !== undefined)
    throw new UsageError(`--url (or CAIRN_URL) must be the server's address, without ${path} at its end`);
  if (key === "") throw new UsageError(`CAIRN_KEY must hold a key of ${url}`);
  return { ask: createRemoteAsk({ url, key }), close: async () => undefined };
}

/** Answers at once what needs no memory: clients wait some seconds only, and a data folder may take as long to open. */
async function serve(opening: Promise<Backend>, user: string | undefined): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  void stopSignal().then(stop);
  opening.catch(stop);
  const asker = new Asker({ ask: async (...asked) => (await opening).ask(...asked), user });
  await serveOverStdio(version, asker, controller.signal);
  const { close } = await opening;
  await close();
}
