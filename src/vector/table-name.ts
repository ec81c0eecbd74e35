import { createHash } from "node:crypto";

/** The table of an account and vector space. Account ids are [a-z0-9_], so the last dash parts the two. */
export function tableName(account: string, fingerprint: string): string {
  return `${account}-${createHash("sha256").update(fingerprint).digest("hex").slice(0, 12)}`;
}

export function accountOf(table: string): string {
  return table.slice(0, table.lastIndexOf("-"));
}
