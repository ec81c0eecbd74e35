import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { systemCode } from "../error.ts";
import { closeToOthers, dataFolder, makeFolder } from "../server/data-folder.ts";
import { storesOf, withStored } from "../server/storage.ts";
import { openDatabase } from "../store/database.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./terminal/usage-error.ts";

/** Begins the name of the folder in which a copy is made, with what SQLite lays beside it. The process that makes it follows. */
const partialPrefix = "cairn-partial-";
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
    const partial = await mkdtemp(join(target, `${partialPrefix}${process.pid}-`));
    try {
      const { database: copy } = dataFolder(partial);
      await database.backup(copy);
      await forgetIndex(copy);
      await rename(copy, dataFolder(target).database);
    } finally {
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
    throw new UsageError(`the folder ${folder} is not empty: it has ${others.slice(0, namedMax).join(", ")}${rest}`);
  }
  const maker = names.map(makerOf).find((pid) => pid !== process.pid && isRunning(pid));
  if (maker !== undefined) {
    throw new UsageError(`the folder ${folder} is being written by another backup, process ${maker}`);
  }
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** The process that made a partial copy; 0 where its name tells none. */
function makerOf(name: string): number {
  return Number(/^(\d+)-/u.exec(name.slice(partialPrefix.length))?.[1] ?? 0);
}

function isRunning(pid: number): boolean {
  // Signal 0 only asks, and to the process 0 it would be one to this one's own group.
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return systemCode(error) === "EPERM";
  }
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
