import type { Connection, Table } from "@lancedb/lancedb";
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
  readonly #limit: number;
  /** Least recently used first. */
  readonly #readers = new Map<string, Reader>();

  constructor(db: Connection, limit: number) {
    this.#db = db;
    this.#limit = limit;
  }

  /** Runs `work` on the table at `version` or later. Whatever fails, the next use opens the table anew. */
  async withTable<T>(name: string, version: number, work: (table: Table, rowIds: RowIds) => Promise<T>): Promise<T> {
    const known = this.#readers.get(name);
    if (known && (await isBefore(known, version)) && this.#readers.get(name) === known) this.forget(name);
    const reader = this.#touch(name);
    reader.uses++;
    try {
      const { table, version: has } = await reader.opened;
      expectAt(name, has, version);
      return await work(table, reader.rowIds);
    } catch (error) {
      if (this.#readers.get(name) === reader) this.forget(name);
      throw error;
    } finally {
      reader.uses--;
      closeIfDone(reader);
      this.#trim();
    }
  }

  forget(name: string): void {
    const reader = this.#readers.get(name);
    if (!reader) return;
    this.#readers.delete(name);
    reader.forgotten = true;
    closeIfDone(reader);
  }

  close(): void {
    for (const name of this.#readers.keys()) this.forget(name);
  }

  /** The reader of a table, now the most recently used one. */
  #touch(name: string): Reader {
    const reader = this.#readers.get(name) ?? {
      opened: this.#open(name),
      rowIds: new Map<number, string>(),
      uses: 0,
      forgotten: false,
    };
    this.#readers.delete(name);
    this.#readers.set(name, reader);
    for (const oldest of this.#readers.keys()) {
      if (this.#readers.size <= this.#limit) break;
      this.forget(oldest);
    }
    return reader;
  }

  async #open(name: string): Promise<Opened> {
    const table = await this.#db.openTable(name);
    return { table, version: await table.version() };
  }

  /** Forgets row ids until they are few enough, last of all those of the table used last. */
  #trim(): void {
    let total = 0;
    for (const { rowIds } of this.#readers.values()) total += rowIds.size;
    for (const reader of this.#readers.values()) {
      if (total <= rowIdsMax) return;
      total -= reader.rowIds.size;
      // A search under way goes on with those that it has.
      reader.rowIds = new Map();
    }
  }
}

/** One that never opens says so to whoever uses it. */
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
