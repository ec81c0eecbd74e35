import { readFile, rm } from "node:fs/promises";
import { unlessGone } from "../../error.ts";
import { writeWhole } from "./settings-file.ts";

/** What a file held before it was first changed; `new` where there was none. */
export type Backup = { kind: "bytes"; bytes: Buffer } | { kind: "new" };

const backupOf = (path: string) => `${path}.cairn-backup`;
/** An empty file that says so. */
const newOf = (path: string) => `${path}.cairn-new`;

/** Where it is, or would be. */
export function backupPath(path: string, backup: Backup): string {
  return backup.kind === "new" ? newOf(path) : backupOf(path);
}

export async function readBackup(path: string): Promise<Backup | undefined> {
  const bytes = await readFile(backupOf(path)).catch(unlessGone);
  if (bytes !== undefined) return { kind: "bytes", bytes };
  return (await readFile(newOf(path)).catch(unlessGone)) === undefined ? undefined : { kind: "new" };
}

/** In place of any that there is. Only its owner reads it where only he reads the file. */
export async function writeBackup(path: string, backup: Backup, mode: number): Promise<void> {
  await removeBackup(path);
  await writeWhole(backupPath(path, backup), backup.kind === "new" ? Buffer.alloc(0) : backup.bytes, mode);
}

export async function removeBackup(path: string): Promise<void> {
  for (const each of [backupOf(path), newOf(path)]) await rm(each, { force: true });
}
