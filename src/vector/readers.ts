import type { Connection, Table } from "@lancedb/lancedb";
import { LRUCache } from "lru-cache";
import type { RowIds } from "./row-ids.ts";
import { expectAt } from "./table-at.ts";

type Opened = { table: Table; version: number };

type Reader = {
  opened: Promise<Opened>;
  rowIds: RowIds;
  /** Searches under way; the last one closes a forgotten reader. */
  uses: number;
  forgotten: boolean;
};

/** Of all tables together; some 100 bytes each. */
const rowIdsMax = 200_000;

/** Open tables for searching, the most recently used ones. Each stays at its version; a later one is opened anew. */
export class Readers {
  readonly #db: Connection;
  readonly #readers: LRUCache<string, Reader>;

  constructor(db: Connection, limit: number) {
    this.#db = db;
    this.#readers = new LRUCache({
      max: limit,
      dispose: (reader) => {
        reader.forgotten = true;
        closeIfDone(reader);
      },
    });
  }

  /** Runs `work` on the table at `version` or later. Whatever fails, the next use opens the table anew. */
  async withTable<T>(name: string, version: number, work: (table: Table, rowIds: RowIds) => Promise<T>): Promise<T> {
    const known = this.#readers.peek(name);
    if (known && (await isBefore(known, version)) && this.#readers.peek(name) === known) this.forget(name);
    const reader = this.#touch(name);
    reader.uses++;
    try {
      const { table, version: has } = await reader.opened;
      expectAt(name, has, version);
      return await work(table, reader.rowIds);
    } catch (error) {
      if (this.#readers.peek(name) === reader) this.forget(name);
      throw error;
    } finally {
      reader.uses--;
      closeIfDone(reader);
      this.#trim();
    }
  }

  forget(name: string): void {
    this.#readers.delete(name);
  }

  close(): void {
    this.#readers.clear();
  }

  /** The reader of a table, now the most recently used one. */
  #touch(name: string): Reader {
    const known = this.#readers.get(name);
    if (known) return known;
    const reader = { opened: this.#open(name), rowIds: new Map<number, string>(), uses: 0, forgotten: false };
    this.#readers.set(name, reader);
    return reader;
  }

  async #open(name: string): Promise<Opened> {
    const table = await this.#db.openTable(name);
    return { table, version: await table.version() };
  }

  /** Forgets row ids until they are few enough, last of all those of the table used last. */
  #trim(): void {
    let total = 0;
    // The most recently used comes first.
    for (const reader of this.#readers.values()) {
      total += reader.rowIds.size;
      // A search under way goes on with those that it has.
      if (total > rowIdsMax) reader.rowIds = new Map();
    }
  }
}

/** A table that cannot be opened says so to whoever uses it. */
function isBefore({ opened }: Reader, version: number): Promise<boolean> {
  return opened.then(
    (reached) => reached.version < version,
    () => false,
  );
}

function closeIfDone(reader: Reader): void {
  if (!reader.forgotten || reader.uses > 0) return;
  reader.opened.then(
    ({ table }) => table.close(),
    // It never opened, which its users were told.
    () => {},
  );
}
