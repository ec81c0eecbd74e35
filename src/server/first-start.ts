import { rm, writeFile } from "node:fs/promises";
import { keyScopes } from "../account/account.ts";
import { formatCredential, newCredential } from "../account/secret.ts";
import type { Storage } from "./storage.ts";

/**
 * The first key's credential, on a folder without any key; `undefined` on every later start. It is kept in a file that
 * only the folder's owner reads, before the key is made: whatever ends the process then, nobody is locked out.
 */
export async function makeFirstKey(storage: Storage): Promise<string | undefined> {
  if (await hasKey(storage)) return undefined;
  const credential = newCredential();
  const text = formatCredential(credential);
  await writeFile(storage.folder.firstKey, `${text}\n`, { mode: 0o600, flush: true });
  const { id } = await storage.accounts.ensure("default", "unlimited");
  await storage.keys.create(id, { name: "first", scopes: [...keyScopes] }, credential);
  return text;
}

/** To be called once its owner has seen it. */
export async function forgetFirstKey({ folder }: Storage): Promise<void> {
  await rm(folder.firstKey, { force: true });
}

async function hasKey({ accounts, keys }: Storage): Promise<boolean> {
  for (const { id } of await accounts.list()) {
    if ((await keys.list(id, { limit: 1, offset: 0 })).total > 0) return true;
  }
  return false;
}
