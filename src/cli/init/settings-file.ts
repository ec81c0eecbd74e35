import { lstat, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../../error.ts";
import { Refusal } from "./refusal.ts";

/** A file of settings as it is now; `bytes` is undefined where there is none. */
export type SettingsFile = {
  /** Where links lead to. */
  path: string;
  bytes: Buffer | undefined;
  mode: number;
};

const bytesMax = 64 * 1024 * 1024;
/** The mode of a new file: it will hold a key. */
const newMode = 0o600;

/** Errors: Refusal for what is no file, cannot be read, or is too large. */
export async function readSettingsFile(named: string): Promise<SettingsFile> {
  const exists = await lstat(named).then(() => true, absent);
  if (!exists) return { path: named, bytes: undefined, mode: newMode };
  const path = await realpath(named).catch(() => {
    throw new Refusal("it is a broken link");
  });
  const found = await stat(path);
  if (!found.isFile()) throw new Refusal("it is not a file");
  if (found.size > bytesMax) throw new Refusal(`it has ${found.size} bytes; at most ${bytesMax} are read`);
  return { path, bytes: await readFile(path).catch(unreadable), mode: found.mode & 0o777 };
}

function absent(error: unknown): boolean {
  if (systemCode(error) === "ENOENT") return false;
  return unreadable(error);
}

function unreadable(error: unknown): never {
  throw new Refusal(`it cannot be read (${systemCode(error) ?? String(error)})`);
}

/** Errors: Refusal for what is not UTF-8. A byte order mark is kept. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal("it is not UTF-8");
  }
}

/** Whole or not at all, and never over a link. Errors: those of the system. */
export async function writeWhole(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = await writePartial(path, bytes, mode);
  await rename(partial, path).catch((error: unknown) => removeAnd(partial, error));
}

/** Beside it, on the same file system, flushed. */
async function writePartial(path: string, bytes: Uint8Array, mode: number): Promise<string> {
  const partial = `${path}.${process.pid}.partial`;
  const file = await open(partial, "wx", newMode);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
  } catch (error) {
    return await removeAnd(partial, error);
  } finally {
    await file.close();
  }
  return partial;
}

async function removeAnd(path: string, error: unknown): Promise<never> {
  await rm(path, { force: true });
  throw error;
}
