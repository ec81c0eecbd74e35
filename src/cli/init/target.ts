import { readFile } from "node:fs/promises";
import { parseCredential } from "../../account/secret.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** What tools are told to: a server, and a key of it. */
export type Target = {
  /** Without a slash at its end. */
  url: string;
  mcpUrl: string;
  key: string;
  /** Whether tools that can are to ask for models there too. */
  gateway: boolean;
  /** How this program is started: for tools that start a server themselves. */
  program: [string, ...string[]];
};

/** Errors: UsageError for what is no address of a server. */
export function parseUrl(given: string, source: string): string {
  const url = URL.parse(given);
  const isWhole =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isWhole || url.pathname !== "/") {
    throw new UsageError(`${source} must be an address without a path, such as http://127.0.0.1:7070, got "${given}"`);
  }
  return url.origin;
}

/** The first that is given: an option, the environment, the file that a first start has left. Errors: UsageError. */
export async function findKey(
  option: string | undefined,
  variable: string | undefined,
  firstKeyFile: string,
): Promise<string> {
  if (option !== undefined) return parseKey(option, "--key");
  if (variable) return parseKey(variable, "CAIRN_KEY");
  const written = await readFile(firstKeyFile, "utf8").catch(() => undefined);
  if (written !== undefined) return parseKey(written.trim(), firstKeyFile);
  throw new UsageError(
    "no API key is given: use --key or CAIRN_KEY; where the server's data is, `cairn keys create --account NAME` creates one",
  );
}

/** It is not shown: it may be a key of somebody else. */
function parseKey(text: string, source: string): string {
  if (parseCredential(text) === undefined)
    throw new UsageError(`${source} must be an API key of Cairn's, which looks like ck_<id>_<secret>`);
  return text;
}

/** A text that may be shown. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\bck_([a-z0-9]{1,64})_[0-9a-f]{48}\b/g, "ck_$1_...");
}
