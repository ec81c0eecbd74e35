import { hash } from "node:crypto";
import type { BaseAt } from "../memory/search/base/base.ts";

/**
 * A table that is built anew gets a new name: LanceDB's caches, of every process, know indexes by path and version, and
 * take those of a dropped table for those of the next one there. So a version says in its upper half which build of the
 * table it is of, and below that LanceDB's own version (26 bits). The build is the token of the lease under which the
 * table was begun (27 bits): whoever lost that lease cannot take a later table for an older one.
 */
const versionsOfBuild = 2 ** 26;

/** Where the table begins that is built under the lease of the token. */
export function firstVersion(token: number): number {
  return token * versionsOfBuild;
}

/** LanceDB's own version. */
export function tableVersion(version: number): number {
  return version % versionsOfBuild;
}

/** The version that LanceDB calls `own`, of the same build as `version`. */
export function versionAt(version: number, own: number): number {
  return version - tableVersion(version) + own;
}

/** Account ids are [a-z0-9_], so the dashes part account, vector space and build. */
export function tableName(account: string, { fingerprint, version }: BaseAt): string {
  const space = hash("sha256", fingerprint).slice(0, 12);
  return `${account}-${space}-${Math.floor(version / versionsOfBuild).toString(36)}`;
}

/** Whose table it is, by its name. */
export function accountOf(table: string): string {
  return table.split("-", 1)[0]!;
}

/** The vector space in a table's name; `undefined` for a table that is none of ours. */
export function spaceOf(table: string): string | undefined {
  return table.split("-")[1];
}

/** The build in a table's name: the token of the lease that it was begun under; NaN for a table that is none of ours. */
export function buildOf(table: string): number {
  return Number.parseInt(table.split("-")[2] ?? "", 36);
}
