import { writeFile } from "node:fs/promises";
import { keyScopes } from "../account/account.ts";
import type { Storage } from "./storage.ts";

/** The first key's credential, on a folder without any account; `undefined` on every later start. */
export async function makeFirstKey({ accounts, keys }: Storage): Promise<string | undefined> {
  if ((await accounts.list()).length > 0) return undefined;
  const { id } = await accounts.ensure("default", "unlimited");
  const { credential } = await keys.create(id, { name: "first", scopes: [...keyScopes] });
  return credential;
}

/** Keeps it where only the folder's owner reads it, and answers the path. */
export async function storeFirstKey({ folder }: Storage, credential: string): Promise<string> {
  await writeFile(folder.firstKey, `${credential}\n`, { mode: 0o600, flush: true });
  return folder.firstKey;
}
