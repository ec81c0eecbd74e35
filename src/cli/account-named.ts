import type { Account } from "../account/account.ts";
import { notFound } from "../error.ts";
import type { Storage } from "../server/storage.ts";

/** The account of this name. Errors: not_found. */
export async function accountNamed({ accounts }: Pick<Storage, "accounts">, name: string): Promise<Account> {
  const account = await accounts.byName(name);
  if (account === undefined) throw notFound("account", name);
  return account;
}
