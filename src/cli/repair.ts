import type { Account } from "../account/account.ts";
import { leaseMs } from "../memory/background/embedding/embedding-queue.ts";
import type { Base } from "../memory/search/base/base.ts";
import { readAnew } from "../store/directive/repair-statements.ts";
import { dimensionsOf } from "../server/core/dimensions.ts";
import type { Storage } from "../server/storage.ts";
import { embedAnew } from "../store/upkeep/verify/audit.ts";
import { mend } from "../store/upkeep/verify/mend.ts";
import { accountsOf, orphansOf } from "./index/accounts.ts";
import { rebuildIndex } from "./index/rebuild.ts";
import { withStoredBase } from "./index/with-stored-base.ts";
import { count } from "./terminal/count.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { Progress } from "./terminal/progress.ts";
import { readSettings } from "./settings.ts";

/**
 * Builds the index of accounts anew from SQL, beside a running server too, and what SQL itself has made of its rows where
 * that is wrong. Vectors are in SQL, so nothing is embedded again; a memory that has lost its own, or whose text was
 * refused, waits for a server to embed it. A server also reads messages for directives again.
 */
export async function repair(options: PrintOptions & { account?: string }): Promise<void> {
  const config = readSettings();
  await withStoredBase(config, async (storage, base) => {
    const accounts = await accountsOf(storage, options.account);
    await storage.embeddings.recall(leaseMs);
    const { mended, missing } = await rebuildAll(storage, base, accounts, config.residentRows);
    const orphans = options.account === undefined ? await orphansOf(storage, base) : [];
    for (const account of orphans) await base.drop(account);
    const repaired = { accounts: accounts.length, rows_mended: mended, vectors_missing: missing };
    printResult(repaired, options, () => {
      const lost = missing === 0 ? "" : `; a server will make ${count(missing, "lost vector")} anew`;
      return `rebuilt the index of ${count(accounts.length, "account")}, mended ${count(mended, "row")}${lost}`;
    });
  });
}

/** Answers how many rows were wrong, and how many vectors are missing. */
async function rebuildAll(storage: Storage, base: Base, accounts: readonly Account[], residentRows: number) {
  using progress = new Progress("repair", accounts.length);
  const found = { mended: 0, missing: 0 };
  for (const [index, { id }] of accounts.entries()) {
    const { mended, missing } = await rebuild(storage, base, id, residentRows);
    found.mended += mended;
    found.missing += missing;
    await readAnew(storage.database, id);
    progress.at(index + 1);
  }
  return found;
}

/** Mends what SQL has made of its rows, then the index, which is built of that. */
async function rebuild(
  { database, flushes, generations, index }: Storage,
  base: Base,
  account: string,
  residentRows: number,
) {
  const state = await index.state(account);
  if (state === undefined) return { mended: 0, missing: 0 };
  const mended = await mend(database, account);
  const missing = await embedAnew(database, account, state.fingerprint);
  const dimensions = await dimensionsOf(generations, state.fingerprint);
  await rebuildIndex(account, { flushes, base, dimensions, residentRows });
  return { mended, missing };
}
