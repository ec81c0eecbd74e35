import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, Index } from "@lancedb/lancedb";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Base } from "../../../src/memory/search/base/base.ts";
import { openBase } from "../../../src/vector/base.ts";
import { versionAt } from "../../../src/vector/table-name.ts";
import { batches, memory, termsOf } from "../../fixture/indexed.ts";

/** Earlier releases gave every table an index of tags. */

const [account, fingerprint, dimensions] = ["acct_a", "test-embedder", 8];
const guard = { unknown: async () => [], confirm: async () => {} };
let folder: string;
let base: Base;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-base-"));
  base = await openBase({ path: folder });
});

afterEach(async () => {
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a flush drops it, and tags are filtered by as before", async () => {
  const version = await tableWithIndex();
  const more = batches({ memories: [memory("c", 3, { tags: ["x"] })] });
  const after = await base.apply(account, { fingerprint, version, token: 2 }, dimensions, more);
  expect(await indexed()).not.toContain("tags");
  expect(await tagged("x", after)).toEqual(["a", "c"]);
});

test("a purge drops it, and leaves none of its files", async () => {
  const version = await tableWithIndex();
  const after = await base.purge(account, { fingerprint, version, token: 2 }, guard);
  expect(await indexed()).not.toContain("tags");
  expect(foldersOfIndexes()).toHaveLength((await indexed()).length);
  expect(await tagged("x", after)).toEqual(["a"]);
});

/** Its version. */
async function tableWithIndex(): Promise<number> {
  const memories = [memory("a", 1, { tags: ["x"] }), memory("b", 2, { tags: ["y"] })];
  const written = await base.apply(account, { fingerprint, version: 0, token: 1 }, dimensions, batches({ memories }));
  const table = await openTable();
  await table.createIndex("tags", { config: Index.labelList() });
  expect(await indexed()).toContain("tags");
  return versionAt(written, await table.version());
}

async function openTable() {
  const tables = await connect(folder);
  const [name] = await tables.tableNames();
  return tables.openTable(name!);
}

const indexed = async () => (await (await openTable()).listIndices()).flatMap(({ columns }) => columns);

/** Those that hold anything. */
function foldersOfIndexes(): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [...new Set(files.map(({ parentPath }) => parentPath))].filter((path) => path.includes("_indices"));
}

async function tagged(tag: string, version: number): Promise<string[]> {
  const query = { vector: undefined, terms: termsOf(1), filter: { users: ["system"], tags: [tag] }, limit: 10 };
  return (await base.candidates(account, { fingerprint, version }, query)).byWords.toSorted();
}
