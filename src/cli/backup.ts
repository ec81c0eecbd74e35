import { readdir, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { closeToOthers, dataFolder, makeFolder } from "../server/data-folder.ts";
import { storesOf, withStored } from "../server/storage.ts";
import { openDatabase } from "../store/database.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./terminal/usage-error.ts";

/**
 * Writes a data folder with a consistent copy of the database. The search index is not copied: a server that starts on
 * the copy, or `cairn repair`, builds it anew from the vectors in the database, and embeds nothing again.
 */
export async function backup(folder: string, options: PrintOptions): Promise<void> {
  const target = resolve(folder);
  await withStored(readSettings(), async ({ database }) => {
    await makeFolder(target);
    if ((await readdir(target)).length > 0) throw new UsageError(`the folder ${target} is not empty`);
    await closeToOthers(target, `the backup ${target} is open to others on this machine`);
    const { database: copy } = dataFolder(target);
    const partial = `${copy}.partial`;
    try {
      await database.backup(partial);
      await forgetIndex(partial);
      await rename(partial, copy);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
  printResult({ folder: target }, options, () => `backed up to ${target}`);
}

/** A copy has no index beside it, and must not say so. */
async function forgetIndex(path: string): Promise<void> {
  const { accounts, database, flushes } = storesOf(await openDatabase({ path }));
  try {
    for (const { id } of await accounts.list()) await flushes.reset(id);
    await database.purge();
  } finally {
    await database.close();
  }
}
