import { readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unlessGone } from "../error.ts";

/** Stays free: for SQL, which shares the disk as a rule and cannot be built anew, and for the rows of one flush. */
const reserveBytes = 128 * 2 ** 20;
/** A flush that builds the index of vectors anew took 1.3 times what the table takes, a purge as much as it takes. */
const copies = 1.5;

/** What must be free before tables of so many bytes are written to. */
export function roomFor(tableBytes: number): number {
  return reserveBytes + copies * tableBytes;
}

/** What must be free before the rows of tables of so many bytes are merged, which writes each once. */
export function roomToMerge(tableBytes: number): number {
  return reserveBytes + tableBytes;
}

/** What the files below a folder take; 0 where there is none. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessGone);
  let bytes = 0;
  for (const entry of entries ?? []) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(unlessGone))?.size ?? 0;
  }
  return bytes;
}

/** What this user may still write on the disk of a folder, or of the one above it before it is made. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = (await statfs(folder).catch(unlessGone)) ?? (await statfs(dirname(folder)));
  // A file system that tells nothing of its size.
  return blocks === 0 ? Infinity : bavail * bsize;
}
