import { constants } from "node:fs";
import { access, chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError, systemCode } from "../error.ts";

/** Where things lie in the folder of everything that is stored. */
export type DataFolder = {
  database: string;
  /** LanceDB's tables: can be rebuilt. */
  base: string;
  /** The first key, where no terminal showed it. */
  firstKey: string;
};

/** Makes the folder where it is missing, and closes it to all but its owner. Errors: unavailable. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeFolder(path).catch(cannot(path, "created"));
  await closeToOthers(path, `the data folder ${path} is open to others on this machine (CAIRN_DATA)`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(cannot(path, "used"));
  return dataFolder(path);
}

/** Whether anything is stored in the folder, which is not made. Errors: unavailable, where it cannot be seen. */
export async function holdsData(path: string): Promise<boolean> {
  try {
    const { size } = await stat(dataFolder(path).database);
    // SQLite would take an empty file for a new database: what is left of one that was cut.
    return size > 0;
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return false;
    return cannot(path, "read")(error);
  }
}

/** Closes a folder to others, or warns where it cannot: one that all share, such as /tmp, is left as it is. */
export async function closeToOthers(path: string, warning: string): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  try {
    if ((mode & 0o1000) !== 0) throw new Error("it is shared");
    await chmod(path, 0o700);
  } catch {
    console.error(`warning: ${warning}`);
  }
}

export function dataFolder(path: string): DataFolder {
  return { database: join(path, "cairn.db"), base: join(path, "lance"), firstKey: join(path, "first-key") };
}

/** Throws the fault as an error that says what cannot be done, and why. */
function cannot(path: string, what: "created" | "read" | "used"): (cause: unknown) => never {
  return (cause) => {
    const reason = systemCode(cause) ?? "unknown error";
    const message = `the data folder ${path} cannot be ${what}: ${reasons[reason] ?? reason} (CAIRN_DATA)`;
    throw new AppError("unavailable", message, { cause });
  };
}

const reasons: Record<string, string> = {
  EEXIST: "it is a file",
  ENOTDIR: "part of its path is a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  ENOENT: "nothing can be created in the folder above it",
};

/** Makes a folder and those above it. Node's own `recursive` never ends where a folder takes no other, as /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (await isFolder(path)) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || (await isFolder(above))) throw error;
    await makeFolder(above);
    await makeFolder(path);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
