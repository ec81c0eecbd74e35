import { readFile, rm } from "node:fs/promises";
import { removeBackup, writeBackup } from "./backup.ts";
import type { Change } from "./change.ts";
import { Refusal } from "./refusal.ts";
import { writeWhole } from "./settings-file.ts";

/** Makes all changes or none. Errors: Refusal for a file that has changed meanwhile, those of the system. */
export async function apply(changes: readonly Change[]): Promise<void> {
  const takeBack: (() => Promise<void>)[] = [];
  try {
    for (const change of changes) {
      const { path, before, after, backup } = change;
      await refuseChanged(change);
      if (typeof backup === "object") {
        await writeBackup(path, backup, change.mode);
        takeBack.push(() => removeBackup(path));
      }
      await put(change, after);
      takeBack.push(() => put(change, before));
    }
  } catch (error) {
    for (const step of takeBack.toReversed()) await step();
    throw error;
  }
  for (const { path, backup } of changes) if (backup === "remove") await removeBackup(path);
}

async function put({ path, mode }: Change, bytes: Buffer | undefined): Promise<void> {
  if (bytes === undefined) await rm(path, { force: true });
  else await writeWhole(path, bytes, mode);
}

/** Tools write their files too. */
async function refuseChanged({ path, before }: Change): Promise<void> {
  const now = await readFile(path).catch(() => undefined);
  const same = before === undefined || now === undefined ? before === now : before.equals(now);
  if (!same) throw new Refusal(`${path} has changed meanwhile and is left as it is; try again`);
}
