import type { Account, Key } from "./account.ts";

/** Whom a key with a user of its own is counted for, among those of all accounts; `undefined` for any other key. */
export function boundUserOf(account: Pick<Account, "id">, { user }: Pick<Key, "user">): string | undefined {
  return user === undefined ? undefined : `${account.id} ${user}`;
}
