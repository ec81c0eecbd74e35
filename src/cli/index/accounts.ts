import type { Account } from "../../account/account.ts";
import type { Base } from "../../memory/search/base/base.ts";
import type { Storage } from "../../server/storage.ts";
import { accountNamed } from "../account-named.ts";

const pageRows = 1_000;

/** The named account, or all of them. Errors: not_found. */
export async function accountsOf(storage: Storage, name: string | undefined): Promise<Account[]> {
  return name === undefined ? storage.accounts.list() : [await accountNamed(storage, name)];
}

/** Tables of accounts that do not exist. An erased account has its own until it is purged, which is the eraser's work. */
export async function orphansOf(storage: Storage, base: Base): Promise<string[]> {
  // Tables first: an account that is erased meanwhile is still listed, or its erasure is open.
  const tables = await base.accounts();
  const known = new Set((await storage.accounts.list()).map(({ id }) => id));
  const erased = await beingErased(storage);
  return tables.filter((account) => !known.has(account) && !erased.has(account));
}

/** Accounts with erasures that are not done. */
async function beingErased({ erasures }: Storage): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = await erasures.openAccounts("", pageRows); page.length > 0;) {
    for (const account of page) found.add(account);
    page = await erasures.openAccounts(page.at(-1)!, pageRows);
  }
  return found;
}
