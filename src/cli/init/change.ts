import { isDeepStrictEqual } from "node:util";
import { readBackup, type Backup } from "./backup.ts";
import type { Format } from "./format/format.ts";
import { Refusal } from "./refusal.ts";
import { readSettingsFile, textOf } from "./settings-file.ts";
import { withoutSecrets } from "./target.ts";
import type { FilePlan, Setting } from "./tools.ts";

/** What is to become of one file; `undefined` is no file. */
export type Change = {
  path: string;
  before: Buffer | undefined;
  after: Buffer | undefined;
  mode: number;
  /** Written before the file is; `keep` leaves what there is. After an undo it is removed. */
  backup: Backup | "keep" | "remove";
};

/** What makes a file say what it is to say; `undefined` where it does. Errors: Refusal. */
export function changeTo(plan: FilePlan): Promise<Change | undefined> {
  return named(plan.path, async () => {
    const { path, bytes, mode } = await readSettingsFile(plan.path);
    const text = bytes === undefined ? "" : textOf(bytes);
    // A file that has Cairn's key was changed before. Its backup is older than that: it is the one to go back to.
    const told = plan.settings.some((setting) => hasKey(plan.format.get(text, setting.path)));
    const kept = told ? await readBackup(path) : undefined;
    const then = kept === undefined ? undefined : textOfBackup(kept);
    const isAsLeft = then !== undefined && isOurs(plan, then, text);
    const after = setAll(plan.format, isAsLeft ? then : text, plan.settings);
    if (after === text && bytes !== undefined) return undefined;
    const backup: Backup = bytes === undefined ? { kind: "new" } : { kind: "bytes", bytes };
    return { path, before: bytes, after: Buffer.from(after), mode, backup: kept === undefined ? backup : "keep" };
  });
}

/**
 * What takes it back; `undefined` where nothing was changed. A file that is as it was left is restored byte for byte; in one
 * that has changed since, what was set is set back, and the rest stays. Errors: Refusal.
 */
export function changeBack(plan: FilePlan): Promise<Change | undefined> {
  return named(plan.path, async () => {
    const { path, bytes, mode } = await readSettingsFile(plan.path);
    const backup = await readBackup(path);
    if (backup === undefined) return undefined;
    if (bytes === undefined)
      throw new Refusal("it no longer exists, so there is nothing to undo in it; its backup is kept");
    const [now, then] = [textOf(bytes), textOfBackup(backup)];
    const restored = backup.kind === "new" ? undefined : backup.bytes;
    const after = isOurs(plan, then, now) ? restored : Buffer.from(setBack(plan, then, now));
    return { path, before: bytes, after, mode, backup: "remove" };
  });
}

/** One of Cairn's. */
function hasKey(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "";
  return withoutSecrets(text) !== text;
}

const textOfBackup = (backup: Backup) => (backup.kind === "new" ? "" : textOf(backup.bytes));

/** Whether a text is what was written, with whatever key: nobody has changed it since. */
function isOurs({ format, settings }: FilePlan, then: string, now: string): boolean {
  const found = settings.map(({ path }) => ({ path, value: format.get(now, path) }));
  return found.every(({ value }) => value !== undefined) && setAll(format, then, found) === now;
}

/** Every text is read again, so that nothing is written which does not say what it must. */
function setAll(format: Format, text: string, settings: Setting[]): string {
  const after = settings.reduce((left, { path, value }) => {
    return isDeepStrictEqual(format.get(left, path), value) ? left : format.set(left, path, value);
  }, text);
  for (const { path, value } of settings) {
    if (!isDeepStrictEqual(format.get(after, path), value)) throw new Refusal(`${path.join(".")} cannot be set in it`);
  }
  return after;
}

function setBack({ format, settings }: FilePlan, then: string, now: string): string {
  const after = settings.reduce((text, { path }) => takeBack(format, text, then, path), now);
  for (const { path } of settings) {
    if (!isDeepStrictEqual(format.get(after, path), format.get(then, path))) {
      throw new Refusal(`${path.join(".")} cannot be undone in it`);
    }
  }
  return after;
}

/** As it was then; what had to be made above it goes too, once it is empty. */
function takeBack(format: Format, text: string, then: string, path: string[]): string {
  const value = format.get(then, path);
  if (value !== undefined) return format.set(text, path, value);
  const left = format.remove(text, path);
  const above = path.slice(0, -1);
  const isEmpty = above.length > 0 && isDeepStrictEqual(format.get(left, above), {});
  return isEmpty && format.get(then, above) === undefined ? takeBack(format, left, then, above) : left;
}

/** A refusal names its file. */
async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(`${path} is left as it is: ${error.message}`, { cause: error });
    throw error;
  }
}
