import { dataFolder } from "../../../src/data-folder.ts";

/** Where things lie in a data folder. */

export function databaseFile(data: string): string {
  return dataFolder(data).database;
}

export function lanceFolder(data: string): string {
  return dataFolder(data).base;
}
