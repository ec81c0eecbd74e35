import type { Connection, Table } from "@lancedb/lancedb";

/**
 * A table, open at its latest version. Errors: it is before `version`. SQL does not publish what is not on the disk, so
 * somebody has put older files in its place.
 */
export async function openTableAt(db: Connection, name: string, version: number): Promise<Table> {
  const table = await db.openTable(name);
  try {
    expectAt(name, await table.version(), version);
    return table;
  } catch (error) {
    table.close();
    throw error;
  }
}

/** Throws where a table is before the published version. */
export function expectAt(name: string, has: number, version: number): void {
  if (has < version) throw new Error(`table ${name} is at version ${has}, before the published ${version}`);
}
