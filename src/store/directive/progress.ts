import type { Tx } from "../database.ts";

/** What was derived of an account's directives is no longer current. */
export async function changed(tx: Tx, account: string): Promise<void> {
  await tx
    .insertInto("directive_progress")
    .values({ account_id: account, seq: 0, rules: 0, version: 1 })
    .onConflict((c) =>
      c.column("account_id").doUpdateSet((e) => ({ version: e("directive_progress.version", "+", 1) })),
    )
    .execute();
}
