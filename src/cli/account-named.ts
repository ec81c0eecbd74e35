import type { Account, Plan } from "../account/account.ts";
import { AppError } from "../error.ts";
import type { Storage } from "../server/storage.ts";
import { checkFlags } from "./terminal/usage-error.ts";

/** The account of this name. Errors: not_found. */
export async function accountNamed({ accounts }: Pick<Storage, "accounts">, name: string): Promise<Account> {
  const account = await accounts.byName(name);
  if (account === undefined) throw new AppError("not_found", `there is no account "${name}"`);
  return account;
}

/** The account of this name, made where it does not exist; with a plan it gets that. Errors: UsageError. */
export function ensureAccount({ accounts }: Pick<Storage, "accounts">, name: string, plan?: Plan): Promise<Account> {
  return checkFlags({ account: "--account" }, () => accounts.ensure(name, plan));
}
