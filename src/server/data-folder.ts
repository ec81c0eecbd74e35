import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../error.ts";

/** Where things lie in the folder of everything that is stored. */
export type DataFolder = {
  database: string;
  /** LanceDB's tables: can be rebuilt. */
  base: string;
  /** The first key, where no terminal showed it. */
  firstKey: string;
};

/** Makes the folder where it is missing, for its owner alone. Errors: unavailable. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "an unknown fault";
    throw new AppError("unavailable", `the data folder ${path} cannot be made: ${reason}`, { cause });
  }
  return dataFolder(path);
}

export function dataFolder(path: string): DataFolder {
  return { database: join(path, "cairn.db"), base: join(path, "lance"), firstKey: join(path, "first-key") };
}
