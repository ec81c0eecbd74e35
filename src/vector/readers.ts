import type { Connection, Table } from "@lancedb/lancedb";

type Opened = { table: Table; version: number };

type Reader = {
  opened: Promise<Opened>;
  /** Searches under way; the last one closes a forgotten reader. */
  uses: number;
  forgotten: boolean;
};

/** Open tables for searching, the most recently used ones. Each stays at its version until a later one is asked for. */
export class Readers {
  readonly #db: Connection;
  readonly #limit: number;
  readonly #readers = new Map<string, Reader>();

  constructor(db: Connection, limit: number) {
    this.#db = db;
    this.#limit = limit;
  }

  /** Runs `work` on the table at `version` or later. Whatever fails, the next use opens the table anew. */
  async withTable<T>(name: string, version: number, work: (table: Table) => Promise<T>): Promise<T> {
    const reader = this.#touch(name);
    reader.uses++;
    try {
      return await work(await this.#reach(reader, name, version));
    } catch (error) {
      if (this.#readers.get(name) === reader) this.forget(name);
      throw error;
    } finally {
      reader.uses--;
      closeIfDone(reader);
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
    const reader = this.#readers.get(name) ?? { opened: this.#open(name), uses: 0, forgotten: false };
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

  async #reach(reader: Reader, name: string, version: number): Promise<Table> {
    const before = reader.opened;
    const { table, version: has } = await before;
    if (has >= version) return table;
    if (reader.opened === before) reader.opened = refreshed(table);
    const now = await reader.opened;
    if (now.version >= version) return now.table;
    throw new Error(`table ${name} is at version ${now.version}, before the published ${version}`);
  }
}

async function refreshed(table: Table): Promise<Opened> {
  await table.checkoutLatest();
  return { table, version: await table.version() };
}

function closeIfDone(reader: Reader): void {
  if (!reader.forgotten || reader.uses > 0) return;
  reader.opened.then(
    ({ table }) => table.close(),
    // It never opened, which its users were told.
    () => {},
  );
}
