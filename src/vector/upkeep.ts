import type { Index, Table } from "@lancedb/lancedb";
import { column, columns, namedColumns, type ColumnName } from "./columns.ts";

/** Each `optimize` adds a segment to the vector index, and a search visits all: above this it is built anew. */
const segmentsMax = 8;

/** How long a version stays readable after a later one, so that a search under way on any process can end. */
const keepVersionsMs = 10 * 60_000;

/** Puts what a table has by now on the disk. */
export type Sync = () => Promise<void>;

/** Takes new rows into the indexes, merges small files and prunes old versions, but only behind what is on the disk. */
export async function optimize(table: Table, indexRows: number, sync: Sync): Promise<void> {
  await matchIndexes(table, indexRows);
  await sync();
  await settled(table, () => table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) }));
  const vectors = (await table.listIndices()).find((index) => index.columns[0] === column("vector"));
  if ((vectors?.numSegments ?? 0) > segmentsMax) await create(table, "vector", columns.vector.index);
}

/** Whether `prune` writes nothing: there are neither rows to merge, nor any that an index lacks. */
export async function isMerged(table: Table): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  if (fragmentStats.numFragments > 1 || fragmentStats.lengths.max > numRows) return false;
  return (await table.listIndices()).every((index) => index.numUnindexedRows === 0);
}

/**
 * Deletes files that no recent version has and none is about to have, as failed flushes leave them. It merges rows
 * first, for LanceDB does both in one step. Only whoever may write the table may call it; `confirm` asks that again,
 * for a commit under way elsewhere would lose its files.
 */
export async function prune(
  table: Table,
  { confirm, sync }: { confirm: () => Promise<void>; sync: Sync },
): Promise<void> {
  // What it merges must be on the disk before anything is deleted; this leaves the last one nothing to merge.
  await settled(table, () => table.optimize({ cleanupOlderThan: new Date(0) }));
  await sync();
  await confirm();
  const cleanupOlderThan = new Date(Date.now() - keepVersionsMs);
  await settled(table, () => table.optimize({ cleanupOlderThan, deleteUnverified: true }));
}

/** Makes the indexes that a new table, or one whose making was cut short, lacks, and drops those of an earlier release. */
async function matchIndexes(table: Table, indexRows: number): Promise<void> {
  const present = await indexed(table);
  for (const [name, { index }] of namedColumns) {
    const known = present.get(name);
    if (index === undefined && known !== undefined) await settled(table, () => table.dropIndex(known));
    if (index === undefined || known !== undefined) continue;
    if (name === "vector" && (await table.countRows(`${name} IS NOT NULL`)) < indexRows) continue;
    await create(table, name, index);
  }
}

/**
 * Leaves no byte of a removed row in any file. `optimize` alone keeps them in the indexes, and in a file of which few
 * rows are removed. So every row is written anew, every index is built anew, and all that was before is deleted.
 * Searches go on meanwhile: rows outside an index are scanned. Only whoever may write the table may call it; `confirm`
 * asks that again before files are deleted, for a commit under way elsewhere would lose its own.
 */
export async function rewrite(
  table: Table,
  indexRows: number,
  { confirm, sync }: { confirm: () => Promise<void>; sync: Sync },
): Promise<void> {
  const pruneAll = async () => {
    await sync();
    await confirm();
    await settled(table, () => table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true }));
  };
  // An earlier one that failed after this point has left a copy of every row.
  await pruneAll();
  await table.update({ where: "true", valuesSql: { [column("seq")]: column("seq") } });
  const present = await indexed(table);
  for (const [name, { index }] of namedColumns) if (index && present.has(name)) await create(table, name, index);
  await matchIndexes(table, indexRows);
  // What it merges must be on the disk before anything is deleted; this leaves the last one nothing to merge.
  await settled(table, () => table.optimize({ cleanupOlderThan: new Date(0) }));
  await pruneAll();
}

/** The names of the indexes by column. */
async function indexed(table: Table): Promise<Map<string, string>> {
  return new Map((await table.listIndices()).flatMap(({ name, columns }) => columns.map((column) => [column, name])));
}

async function create(table: Table, name: ColumnName, index: () => Index): Promise<void> {
  await settled(table, () => table.createIndex(name, { config: index(), replace: true }));
}

/** Tries again where another process committed in between, which only happens while a lease changes hands. */
async function settled<T>(table: Table, commit: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit();
    } catch (error) {
      if (attempt === 10 || !String(error).includes("Retryable commit conflict")) throw error;
      await table.checkoutLatest();
    }
  }
}
