import type { Connection, Table } from "@lancedb/lancedb";
import { expect, test } from "vitest";
import { Readers } from "../../../src/vector/readers.ts";

/** Tables that are opened at a version, and which of them are open. */
class Tables {
  version = 1;
  fault: Error | undefined;
  opened = 0;
  readonly open = new Set<string>();

  readonly connection = {
    openTable: async (name: string) => {
      if (this.fault) throw this.fault;
      const handle = `${name} ${++this.opened}`;
      const { version } = this;
      this.open.add(handle);
      return { name, version: async () => version, close: () => void this.open.delete(handle) };
    },
  } as unknown as Connection; // no more of it is used
}

const nameOf = async (table: Table) => table.name;

test("so many tables are open, the least recently used are closed, and opened anew when they are needed", async () => {
  const tables = new Tables();
  const readers = new Readers(tables.connection, 2);
  for (const name of ["a", "b", "a", "c"]) expect(await readers.withTable(name, 1, nameOf)).toBe(name);
  await expect.poll(() => [...tables.open]).toEqual(["a 1", "c 3"]);
  await readers.withTable("b", 1, nameOf);
  await expect.poll(() => [...tables.open]).toEqual(["c 3", "b 4"]);
  readers.close();
  await expect.poll(() => [...tables.open]).toEqual([]);
});

test("a table that is forgotten while it is searched is closed when the search has ended", async () => {
  const tables = new Tables();
  const readers = new Readers(tables.connection, 1);
  const search = Promise.withResolvers<string>();
  const [begun, begin] = [Promise.withResolvers<void>(), () => (begun.resolve(), search.promise)];
  const searching = readers.withTable("a", 1, begin);
  await begun.promise;
  await readers.withTable("b", 1, nameOf);
  expect([...tables.open]).toEqual(["a 1", "b 2"]);
  search.resolve("found");
  expect(await searching).toBe("found");
  await expect.poll(() => [...tables.open]).toEqual(["b 2"]);
});

test("for a later version a table is opened anew; one that is not there yet, or fails, is tried anew", async () => {
  const tables = new Tables();
  const readers = new Readers(tables.connection, 2);
  await readers.withTable("a", 1, nameOf);
  await expect(readers.withTable("a", 2, nameOf)).rejects.toThrow();
  tables.version = 2;
  expect(await readers.withTable("a", 2, nameOf)).toBe("a");
  expect(await readers.withTable("a", 1, nameOf)).toBe("a");
  await expect(readers.withTable("a", 2, () => Promise.reject(new Error("torn")))).rejects.toThrow("torn");
  await expect.poll(() => [...tables.open]).toEqual([]);
  tables.fault = new Error("no such table");
  await expect(readers.withTable("a", 2, nameOf)).rejects.toThrow("no such table");
  tables.fault = undefined;
  expect(await readers.withTable("a", 2, nameOf)).toBe("a");
  expect([...tables.open]).toEqual(["a 4"]);
});

test("ids of rows are known while there are not too many, those of the table used last for longest", async () => {
  const readers = new Readers(new Tables().connection, 3);
  const learn = (name: string, count: number) =>
    readers.withTable(name, 1, async (_, rowIds) => {
      for (let row = 0; row < count; row++) rowIds.set(row, "id");
    });
  const known = (name: string) => readers.withTable(name, 1, async (_, rowIds) => rowIds.size);
  await learn("a", 100_000);
  await learn("b", 100_000);
  expect([await known("a"), await known("b")]).toEqual([100_000, 100_000]);
  await learn("c", 1);
  expect([await known("a"), await known("b"), await known("c")]).toEqual([0, 100_000, 1]);
});
