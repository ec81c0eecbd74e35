import { mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "../error.ts";
import { closeToOthers, dataFolder, makeFolder } from "../server/data-folder.ts";
import { storesOf, withStored } from "../server/storage.ts";
import { openDatabase } from "../store/database.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./terminal/usage-error.ts";

/** Begins the name of the folder in which a copy is made, with what SQLite lays beside it. */
const partialPrefix = "cairn-partial-";
/** In a partial folder that is being written something changes at least so often, as is seen from other containers, too. */
const changesMs = 60_000;
const beatMs = 10_000;
const namedMax = 3;

/**
 * Writes a data folder with a consistent copy of the database. The search index is not copied: a server that starts on
 * the copy, or `cairn repair`, builds it anew from the vectors in the database, and embeds nothing again. What a backup
 * that was stopped has left in the folder is removed.
 */
export async function backup(folder: string, options: PrintOptions): Promise<void> {
  const target = resolve(folder);
  await withStored(readSettings(), async ({ database }) => {
    await makeFolder(target);
    await makeEmpty(target);
    await closeToOthers(target, `the backup ${target} is open to others on this machine`);
    const partial = await mkdtemp(join(target, partialPrefix));
    // While the copy is only read, or its last bytes go to the disk.
    const beat = setInterval(() => void utimes(partial, new Date(), new Date()).catch(() => {}), beatMs);
    try {
      const { database: copy } = dataFolder(partial);
      await database.backup(copy);
      await forgetIndex(copy);
      await rename(copy, dataFolder(target).database);
    } catch (error) {
      // Two disks may be meant.
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, `the backup ${target} was not made: ${error.message}`, { cause: error });
    } finally {
      clearInterval(beat);
      await rm(partial, { recursive: true, force: true });
    }
  });
  printResult({ folder: target }, options, () => `backed up to ${target}`);
}

/** Errors: UsageError, where there is anything but what backups have left, or one is under way. */
async function makeEmpty(folder: string): Promise<void> {
  const names = await readdir(folder);
  const others = names.filter((name) => !name.startsWith(partialPrefix));
  if (others.length > 0) {
    const rest = others.length > namedMax ? ` and ${others.length - namedMax} more` : "";
    throw new UsageError(
      `the folder ${folder} is not empty: it contains ${others.slice(0, namedMax).join(", ")}${rest}`,
    );
  }
  const partials = names.map((name) => join(folder, name));
  for (const partial of partials) {
    if (Date.now() - (await changedAt(partial)) >= changesMs) continue;
    const message = `another backup is writing ${partial}; if it was stopped, try again in a minute`;
    throw new UsageError(message);
  }
  for (const partial of partials) await rm(partial, { recursive: true, force: true });
}

/** When anything in a folder changed last: what is gone while it is looked at did so now. */
async function changedAt(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = [folder, ...names.map((name) => join(folder, name))].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    ),
  );
  return Math.max(...(await Promise.all(times)));
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
